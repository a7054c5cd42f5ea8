//! Tests that no entry of a list of hosts is ambiguous: an entry in letters is taken only if everything that maps names to
//! the DNS, and does not refuse it, makes the entry's name of it.
//!
//! By default, the test takes the characters of `sweep`; with `NAPKIN_SWEEP` every one.

use std::thread;

use napkin_audit::{ContactedHost, HostList};

use crate::program::{Program, Told};
use crate::sweep::characters;
use crate::{BLANK, JAVA, NODE, REQUESTS, URLLIB_REQUEST};

/// The codecs.
const CODECS: [Program; 10] = [
    Program {
        name: "Python's codec",
        command: &["python3", "codecs.py", "idna2003"],
        ..URLLIB_REQUEST
    },
    Program {
        name: "idna",
        command: &["python3", "codecs.py", "idna2008"],
        is_slow: false,
        ..REQUESTS
    },
    Program {
        name: "idna",
        command: &["python3", "codecs.py", "uts46"],
        is_slow: false,
        ..REQUESTS
    },
    Program { name: "libidn2", command: &["python3", "codecs.py", "libidn2"], ..LIBIDN2 },
    Program {
        name: "libidn2",
        command: &["python3", "codecs.py", "libidn2-transitional"],
        ..LIBIDN2
    },
    Program { name: "libidn", command: &["python3", "codecs.py", "libidn"], ..LIBIDN },
    Program { name: "libidn", command: &["python3", "codecs.py", "libidn-unassigned"], ..LIBIDN },
    Program { name: "domainToASCII", command: &["node", "domain.mjs"], ..NODE },
    Program { name: "java.net.IDN", command: &["java", "Idn.java"], ..JAVA },
    Program { name: "java.net.IDN", command: &["java", "Idn.java", "UNASSIGNED"], ..JAVA },
];

const LIBIDN2: Program = Program {
    name: "libidn2",
    needs: &["python3", "-c", "import ctypes; ctypes.CDLL('libidn2.so.0')"],
    package: "libidn2-0",
    ..BLANK
};

const LIBIDN: Program = Program {
    name: "libidn",
    needs: &["python3", "-c", "import ctypes; ctypes.CDLL('libidn.so.12')"],
    package: "libidn12",
    ..BLANK
};

/// The host of an entry, if the list takes it.
fn entry(name: &str) -> Option<ContactedHost> {
    Some(HostList::parse(name).ok()?.entries().first()?.host().clone())
}

#[test]
fn no_entry_is_ambiguous() {
    let names: Vec<_> = characters()
        .into_iter()
        .flat_map(|character| [format!("{character}.example"), format!("a{character}b.example")])
        .collect();
    let entries: Vec<_> = names.iter().map(|name| entry(name)).collect();
    let taken = entries.iter().flatten().count();
    // Not vacuous: letters that all take alike are taken, others are not.
    assert!(taken > 100 && entry("stra\u{df}e.example").is_none(), "{taken} of {}", names.len());
    println!("{taken} of {} names in letters may be entries", names.len());
    let wrong: Vec<_> = thread::scope(|scope| {
        let asked: Vec<_> =
            CODECS.iter().map(|codec| scope.spawn(|| differing(codec, &names, &entries))).collect();
        asked.into_iter().flat_map(|asked| asked.join().unwrap()).collect()
    });
    let most = wrong.get(..40).unwrap_or(&wrong).join("\n");
    assert!(wrong.is_empty(), "{} of {taken} entries:\n{most}", wrong.len());
}

/// The entries of which a codec makes another name.
fn differing(codec: &Program, names: &[String], entries: &[Option<ContactedHost>]) -> Vec<String> {
    let Some(Told { version, hosts }) = codec.ask(names) else { return Vec::new() };
    let told = names.iter().zip(entries).zip(&hosts);
    told.filter_map(|((name, entry), theirs)| {
        let (ours, theirs) = (entry.as_ref()?, theirs.as_ref()?);
        (ours != theirs)
            .then(|| format!("{version}: {}: {theirs}, and not {ours}", name.escape_unicode()))
    })
    .collect()
}
