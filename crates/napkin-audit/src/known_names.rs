//! Names that are no hosts of the public Internet, with all names below them: IANA's registry of special-use domain
//! names, names of local networks and clouds, and services whose names resolve to any address. The one table of names:
//! rules and allow-lists both ask it.
//!
//! A test compares the table with `spec/registry/special-use-domain-names.csv`.

use self::NameKind::{AnyAddress, Example, Local, Private, Reverse, Special};

/// A name, and what it and the names below it are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownName {
    pub(crate) name: &'static str,
    /// How a label begins, with labels between it and `name`, if `name` is only the end of the names that are known. Text
    /// behind a `*` comes anywhere later.
    pub(crate) begins: Option<&'static str>,
    pub(crate) kind: NameKind,
    /// What the name is, with its document; of [`NameKind::AnyAddress`], where the names below it lead.
    pub(crate) what: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameKind {
    /// A name of the machine, the network or the cloud.
    Local,
    /// A domain of private networks, below which an operator has names of his own.
    Private,
    /// A name that the DNS does not resolve, or that a protocol uses.
    Special,
    /// A name for examples. Rules do not report it.
    Example,
    /// A domain whose names resolve to the address that they contain, or to a local one.
    AnyAddress,
    /// A domain of names of addresses, which say themselves what they are.
    Reverse,
}

impl NameKind {
    /// Whether hosts of such names are in this machine, network or cloud.
    pub(crate) const fn is_local(self) -> bool {
        matches!(self, Self::Local | Self::Private)
    }
}

const fn known(name: &'static str, kind: NameKind, what: &'static str) -> KnownName {
    KnownName { name, begins: None, kind, what }
}

/// The names that end in `end`, of which a label before that begins with `begins`.
const fn shape(begins: &'static str, end: &'static str, what: &'static str) -> KnownName {
    KnownName { name: end, begins: Some(begins), kind: Local, what }
}

const ANY: &str = "lead to any address, local ones too";
const HERE: &str = "lead to this machine";
const AWS: &str = "a service inside a network of AWS";
const AZURE: &str = "an endpoint inside a network of Azure";
const IBM: &str = "an endpoint inside a network of IBM Cloud";
const ROUTER: &str = "the router of this network";

/// The names, in lowercase. The longest that a host ends in decides.
pub(crate) const KNOWN: &[KnownName] = &[
    // IANA's registry, without the names of addresses, and without example.com, example.net and example.org, which
    // resolve to hosts of IANA.
    known("alt", Special, "no name of the DNS (RFC 9476)"),
    known("6tisch.arpa", Special, "a network of devices (RFC 9031)"),
    known("eap.arpa", Special, "a login to a network (RFC 9965)"),
    known("eap-noob.arpa", Special, "a login to a network, given up (RFC 9140, RFC 9965)"),
    known("home.arpa", Private, "a home network (RFC 8375)"),
    known("ipv4only.arpa", Special, "a question to translators (RFC 8880)"),
    known("resolver.arpa", Special, "the resolver of this network (RFC 9462)"),
    known("service.arpa", Special, "the services of this network (RFC 9665)"),
    known("example", Example, "an example (RFC 6761)"),
    known("invalid", Special, "no name (RFC 6761)"),
    known("local", Private, "a machine on the link (RFC 6762)"),
    known("localhost", Local, "this machine (RFC 6761)"),
    known("onion", Special, "a service of Tor (RFC 7686)"),
    known("test", Private, "a network of tests (RFC 6761)"),
    known("in-addr.arpa", Reverse, "names of IPv4 addresses (RFC 1035)"),
    known("ip6.arpa", Reverse, "names of IPv6 addresses (RFC 3596)"),
    // Names that systems have for themselves, as in the file /etc/hosts.
    known("localdomain", Local, "this machine"),
    known("localhost4", Local, "this machine"),
    known("localhost6", Local, "this machine"),
    known("ip6-localhost", Local, "this machine"),
    known("ip6-loopback", Local, "this machine"),
    // Top-level domains of private networks: ICANN's resolution of 2024-07-29 for `internal`, RFC 6762 for the others.
    known("internal", Private, "a private network (ICANN, 2024)"),
    known("intranet", Private, "a private network (RFC 6762, appendix G)"),
    known("private", Private, "a private network (RFC 6762, appendix G)"),
    known("corp", Private, "a private network (RFC 6762, appendix G)"),
    known("home", Private, "a home network (RFC 6762, appendix G)"),
    known("lan", Private, "a home network (RFC 6762, appendix G)"),
    // Metadata services: the manuals of the clouds, and for `instance-data` and `data-server` the data sources of
    // cloud-init that read them.
    known("metadata", Local, "the metadata service of Google Cloud"),
    known("metadata.google.internal", Local, "the metadata service of Google Cloud"),
    known("metadata.goog", Local, "the metadata service of Google Cloud"),
    known("instance-data", Local, "the metadata service of AWS"),
    known("instance-data.ec2.internal", Local, "the metadata service of AWS"),
    known("metadata.azure.internal", Local, "the metadata service of Azure"),
    known("metadata.tencentyun.com", Local, "the metadata service of Tencent Cloud"),
    known("api.metadata.cloud.ibm.com", Local, "the metadata service of IBM Cloud"),
    known("api.service.softlayer.com", Local, "the metadata service of IBM Cloud"),
    known("metadata.exoscale.com", Local, "the metadata service of Exoscale"),
    known("metadata.platformequinix.com", Local, "the metadata service of Equinix Metal"),
    known("metadata.packet.net", Local, "the metadata service of Equinix Metal"),
    known("data-server", Local, "the metadata service of CloudStack"),
    known("rancher-metadata", Local, "the metadata service of Rancher"),
    // Names of machines in a network of a cloud: the manuals of Azure and Oracle.
    known("internal.cloudapp.net", Local, "a network of this cloud (Azure)"),
    known("oraclevcn.com", Local, "a network of this cloud (Oracle)"),
    known("mirrors.tencentyun.com", Local, "a network of this cloud (Tencent)"),
    shape("", "-internal.aliyuncs.com", "a network of this cloud (Alibaba)"),
    // Names in the public DNS of hosts with private addresses: load balancers and endpoints of AWS, private endpoints of
    // Azure, as a tester of `--public` listed them on 26 November 2026.
    shape("internal-", ".elb.amazonaws.com", "a load balancer inside a network of AWS"),
    shape("internal-", ".elb.amazonaws.com.cn", "a load balancer inside a network of AWS"),
    shape("internal-*.elb.", ".amazonaws.com", "a load balancer inside a network of AWS"),
    shape("internal-*.elb.", ".amazonaws.com.cn", "a load balancer inside a network of AWS"),
    shape("ip-", ".compute.amazonaws.com", "a machine in a network of AWS"),
    known("vpce.amazonaws.com", Local, "an endpoint inside a network of AWS"),
    known("vpce.amazonaws.com.cn", Local, "an endpoint inside a network of AWS"),
    shape("privatelink.", ".windows.net", AZURE),
    shape("privatelink.", ".azure.com", AZURE),
    shape("privatelink.", ".azure.net", AZURE),
    shape("privatelink.", ".microsoft.com", AZURE),
    shape("privatelink.", "azurewebsites.net", AZURE),
    shape("privatelink.", "azurecr.io", AZURE),
    shape("privatelink.", "azurestaticapps.net", AZURE),
    shape("privatelink.", "azure-api.net", AZURE),
    shape("privatelink.", "azure-devices.net", AZURE),
    shape("privatelink.", "azuredatabricks.net", AZURE),
    shape("privatelink.", "azurehdinsight.net", AZURE),
    shape("privatelink.", ".azmk8s.io", AZURE),
    // Names in the public DNS of databases, caches and file systems inside networks of clouds, and of services that are reached
    // there alone: the manuals of the services, by a tester of `--public` and from memory, on 26 November 2026. Some of these
    // have public hosts too. A wrong one refuses a name that is public.
    known("cache.amazonaws.com", Local, AWS),
    known("cache.amazonaws.com.cn", Local, AWS),
    known("rds.amazonaws.com", Local, AWS),
    known("rds.amazonaws.com.cn", Local, AWS),
    known("docdb.amazonaws.com", Local, AWS),
    known("neptune.amazonaws.com", Local, AWS),
    known("redshift.amazonaws.com", Local, AWS),
    shape("efs.", ".amazonaws.com", AWS),
    shape("fsx.", ".amazonaws.com", AWS),
    shape("mq.", ".amazonaws.com", AWS),
    shape("kafka.", ".amazonaws.com", AWS),
    shape("kafka-serverless.", ".amazonaws.com", AWS),
    shape("memorydb.", ".amazonaws.com", AWS),
    shape("dax-clusters.", ".amazonaws.com", AWS),
    shape("vpc-", ".es.amazonaws.com", AWS),
    shape("", ".eks.amazonaws.com", AWS),
    shape("private.", ".database.azure.com", AZURE),
    shape(
        "privatelink.",
        "snowflakecomputing.com",
        "an endpoint inside a network of Snowflake's customers",
    ),
    shape("privatelink.", ".databricks.com", AZURE),
    shape("privatelink.", "azuresynapse.net", AZURE),
    shape("private.", ".appdomain.cloud", IBM),
    shape("private.", "cloud.ibm.com", IBM),
    shape("direct.", ".appdomain.cloud", IBM),
    known("private.googleapis.com", Local, "an endpoint inside a network of Google Cloud"),
    known("restricted.googleapis.com", Local, "an endpoint inside a network of Google Cloud"),
    shape("private-", ".ondigitalocean.com", "a database inside a network of DigitalOcean"),
    shape("private-", ".aivencloud.com", "a service inside a network of Aiven"),
    shape("privatelink-", ".aivencloud.com", "a service inside a network of Aiven"),
    shape("private.", "confluent.cloud", "an endpoint inside a network of Confluent"),
    shape("internal.", ".rediscloud.com", "a database inside a network of Redis Cloud"),
    shape("internal.", ".redislabs.com", "a database inside a network of Redis Cloud"),
    shape("vpce.", ".elastic-cloud.com", "an endpoint inside a network of Elastic Cloud"),
    // Names of machines in private networks that a service makes: their manuals.
    known("ts.net", Local, "a machine in a network of Tailscale"),
    known("beta.tailscale.net", Local, "a machine in a network of Tailscale"),
    known("netbird.cloud", Local, "a machine in a network of NetBird"),
    known("netbird.selfhosted", Local, "a machine in a network of NetBird"),
    // Names inside clusters and containers: the manuals of Kubernetes, Docker, Podman and Consul.
    known("kubernetes", Local, "the control plane of a cluster"),
    known("kubernetes.default", Local, "the control plane of a cluster"),
    known("kubernetes.default.svc", Local, "the control plane of a cluster"),
    known("default.svc", Private, "a service of a cluster"),
    known("svc", Private, "a service of a cluster"),
    known("cluster.local", Private, "a service of a cluster"),
    known("docker.internal", Local, "the machine around a container (Docker)"),
    known("containers.internal", Local, "the machine around a container (Podman)"),
    known("consul", Private, "a service of a network (Consul)"),
    // Names that a router answers itself, read on 26 November 2026: AdGuard's DnsLibs, `fallback_domains`; for `easy.box`
    // JDownloader's search for routers, for `speedport.ip` Telekom's page on routers, for `orbilogin` Netgear's manuals, for
    // `hi.link` OpenWrt's page on `cdc_ether` modems, read on 27 November 2026.
    known("fritz.box", Local, ROUTER),
    known("hi.link", Local, ROUTER),
    known("easy.box", Local, ROUTER),
    known("speedport.ip", Local, ROUTER),
    known("gateway.2wire.net", Local, ROUTER),
    known("miwifi.com", Local, ROUTER),
    known("my.keenetic.net", Local, ROUTER),
    known("netis.cc", Local, ROUTER),
    known("oppowifi.com", Local, ROUTER),
    known("asusrouter.com", Local, ROUTER),
    known("router.asus.com", Local, ROUTER),
    known("repeater.asus.com", Local, ROUTER),
    known("routerlogin.com", Local, ROUTER),
    known("routerlogin.net", Local, ROUTER),
    known("orbilogin.com", Local, ROUTER),
    known("orbilogin.net", Local, ROUTER),
    known("mywifiext.net", Local, ROUTER),
    known("tendawifi.com", Local, ROUTER),
    known("tendawifi.net", Local, ROUTER),
    known("tplinkdeco.net", Local, ROUTER),
    known("tplinkap.net", Local, ROUTER),
    known("tplinkextender.net", Local, ROUTER),
    known("tplinkmodem.net", Local, ROUTER),
    known("tplogin.cn", Local, ROUTER),
    known("tplinklogin.net", Local, ROUTER),
    known("tplinkrepeater.net", Local, ROUTER),
    known("tplinkwifi.net", Local, ROUTER),
    known("myrepeater.net", Local, ROUTER),
    known("mywifi.net", Local, ROUTER),
    known("setup.pix-link.net", Local, ROUTER),
    // Names of routers and access points, as a tester of `--public` listed them on 26 November 2026: some from manuals, some from
    // memory. A wrong one refuses a name that is public.
    known("melogin.cn", Local, ROUTER),
    known("falogin.cn", Local, ROUTER),
    known("mwlogin.net", Local, ROUTER),
    known("instant.arubanetworks.com", Local, ROUTER),
    known("securelogin.arubanetworks.com", Local, ROUTER),
    known("setmeup.arubanetworks.com", Local, ROUTER),
    known("unleashed.ruckuswireless.com", Local, ROUTER),
    known("my.meraki.com", Local, ROUTER),
    known("setup.meraki.com", Local, ROUTER),
    known("mijnmodem.kpn", Local, ROUTER),
    known("mafreebox.freebox.fr", Local, ROUTER),
    known("linksyssmartwifi.com", Local, ROUTER),
    known("extender.linksys.com", Local, ROUTER),
    known("leike.cc", Local, ROUTER),
    known("hiwifi.com", Local, ROUTER),
    known("p.to", Local, ROUTER),
    known("phicomm.me", Local, ROUTER),
    known("mynetworksettings.com", Local, ROUTER),
    known("salt.box", Local, ROUTER),
    known("o2.box", Local, ROUTER),
    known("vodafone.box", Local, ROUTER),
    known("cudy.net", Local, ROUTER),
    known("itotolink.net", Local, ROUTER),
    known("router.synology.com", Local, ROUTER),
    known("myfiosgateway.com", Local, ROUTER),
    known("mabbox.bytel.fr", Local, ROUTER),
    known("on.here", Local, ROUTER),
    known("aterm.me", Local, ROUTER),
    known("myrouter.info", Local, ROUTER),
    known("oasisauth.h3c.com", Local, ROUTER),
    known("peiluyou.com", Local, ROUTER),
    known("mshome.net", Local, "a network that Windows shares"),
    // Windows takes such a name for the address in it, without DNS: R. Chen, The Old New Thing, 15 September 2010.
    known("ipv6-literal.net", AnyAddress, ANY),
    // Services that answer with the address in the name: their own pages.
    known("nip.io", AnyAddress, ANY),
    known("sslip.io", AnyAddress, ANY),
    known("xip.io", AnyAddress, ANY),
    known("ip.es.io", AnyAddress, ANY),
    known("backname.io", AnyAddress, ANY),
    known("traefik.me", AnyAddress, ANY),
    known("local-ip.sh", AnyAddress, ANY),
    known("local-ip.co", AnyAddress, ANY),
    known("plex.direct", AnyAddress, ANY),
    known("myunraid.net", AnyAddress, ANY),
    known("local-ip.medicmobile.org", AnyAddress, ANY),
    known("ip6.name", AnyAddress, ANY),
    known("direct.quickconnect.to", AnyAddress, ANY),
    known("remotewd.com", AnyAddress, ANY),
    // Services for tests of DNS rebinding: their own pages, that of whonow for rebind.network, of Singularity for rebind.it.
    known("rbndr.us", AnyAddress, ANY),
    known("1u.ms", AnyAddress, ANY),
    known("rebind.network", AnyAddress, ANY),
    known("rebind.it", AnyAddress, ANY),
    // Domains that lead to this machine: their own pages, or gist.github.com/tinogomes/c425aa2a56d289f16a1f4fcb8a65ea65.
    known("localtest.me", AnyAddress, HERE),
    known("lvh.me", AnyAddress, HERE),
    known("vcap.me", AnyAddress, HERE),
    known("localdev.me", AnyAddress, HERE),
    known("lcl.host", AnyAddress, HERE),
    known("fuf.me", AnyAddress, HERE),
    known("l0pb.me", AnyAddress, HERE),
    known("l0pb.dev", AnyAddress, HERE),
    known("local.gd", AnyAddress, HERE),
    known("localh.st", AnyAddress, HERE),
    known("localho.st", AnyAddress, HERE),
    known("localhost.direct", AnyAddress, HERE),
    known("localhost.tv", AnyAddress, HERE),
    known("localhst.co.uk", AnyAddress, HERE),
    known("127-0-0-1.org.uk", AnyAddress, HERE),
    known("lndo.site", AnyAddress, HERE),
    known("ddev.site", AnyAddress, HERE),
    known("shed.host", AnyAddress, HERE),
    known("lacolhost.com", AnyAddress, HERE),
    known("colasloth.com", AnyAddress, HERE),
    known("42foo.com", AnyAddress, HERE),
    known("yoogle.com", AnyAddress, HERE),
    known("fbi.com", AnyAddress, HERE),
    known("cefgo.com", AnyAddress, HERE),
    known("local.sisteminha.com", AnyAddress, HERE),
    // The names of bug bounties for it, of which the names beside them are public: PayloadsAllTheThings, "Server Side
    // Request Forgery", read on 26 November 2026.
    known("spoofed.burpcollaborator.net", AnyAddress, HERE),
    known("bugbounty.dod.network", AnyAddress, HERE),
    // Its twin, and the domain of Burp Collaborator's names, read on 28 November 2026.
    known("spoofed.oastify.com", AnyAddress, HERE),
    known("oastify.com", AnyAddress, ANY),
    known("localdomain.pw", AnyAddress, HERE),
    known("xip.name", AnyAddress, ANY),
    known("mail.ebc.apple.com", AnyAddress, HERE),
    known("localhost.tiangolo.com", AnyAddress, HERE),
    known("localhostcert.net", AnyAddress, HERE),
    known("localcert.net", AnyAddress, HERE),
    known("localhost.localstack.cloud", AnyAddress, HERE),
    known("backloop.dev", AnyAddress, HERE),
    known("ulh.us", AnyAddress, HERE),
    known("smackaho.st", AnyAddress, HERE),
    // Cloud Foundry on a machine of its own: the READMEs of PCF Dev and BOSH Lite.
    known("local.pcfdev.io", AnyAddress, "lead to a private network"),
    known("bosh-lite.com", AnyAddress, "lead to a private network"),
    // Projects in containers, at 192.168.64.100: the README of Docksal's service-vhost-proxy, read on that day.
    known("docksal.site", AnyAddress, "lead to a private network"),
];
