//! The cases of `spec/cases/servers.jsonl`: a URI, and the response when its plan is followed.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::thread;
use std::time::Duration;

use napkin::Edition;
use napkin_schemes::{Client, Question, Server, Step, plan};
use serde_json::{Value as Json, json};

use crate::driver::{self, Failure};
use crate::server::Site;

/// How long a correct plan may wait for one response. Some servers delay the response to a wrong password for
/// seconds.
const LONG: Duration = Duration::from_secs(30);
/// How long an altered plan waits for a response that never comes.
const SHORT: Duration = Duration::from_secs(1);

/// The cases of one server, as it is running.
pub(crate) struct Cases {
    list: Vec<Json>,
    news_server: Server<'static>,
    proxy: Option<Server<'static>>,
}

impl Cases {
    /// Reads the cases numbered behind this name, as `nginx-1`. In them, `{server}` stands for the address of the server, `{port}` for its port, and
    /// `{root}` for the folder that it serves, as segments of a path.
    pub(crate) fn of(
        name: &str,
        site: &Site,
        server: SocketAddr,
        proxy: Option<SocketAddr>,
    ) -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/servers.jsonl");
        let root = site.name("root");
        let root: Vec<_> =
            root.split('/').skip(1).map(|name| napkin::percent::encode(name).to_string()).collect();
        let text = fs::read_to_string(file).unwrap();
        let text = text
            .replace("{server}", &server.to_string())
            .replace("{port}", &server.port().to_string())
            .replace("{root}", &root.join("/"));
        let is_own = |case: &Json| {
            let (server, _) = case["id"].as_str().unwrap().rsplit_once('-').unwrap();
            server == name
        };
        let list =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).filter(is_own).collect();
        let named =
            |address: SocketAddr| Server::new(address.ip().to_string()).on_port(address.port());
        Self { list, news_server: named(server), proxy: proxy.map(named) }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Json> {
        self.list.iter()
    }

    /// Follows every plan, and compares the responses.
    pub(crate) fn check(&self, site: &Site) {
        assert!(!self.list.is_empty());
        let wrong: Vec<_> = self
            .iter()
            .map(|case| (case, run(&self.steps(case), case, LONG)))
            .filter(|(case, outcome)| !is_expected(case, outcome))
            .map(|(case, outcome)| format!("{}: {outcome}, not {}", case["id"], case["expect"]))
            .collect();
        assert!(wrong.is_empty(), "{}\n{}", wrong.join("\n"), site.log());
    }

    /// Follows the plans of some cases with each step left out in turn; every such plan has to fail.
    pub(crate) fn check_that_every_step_matters(&self) {
        let mut altered = 0;
        for case in self.iter().filter(|case| case["every_step"] == true) {
            let steps = self.steps(case);
            let plans = without_one_each(&steps);
            altered += plans.len();
            thread::scope(|scope| {
                for steps in &plans {
                    scope.spawn(move || {
                        let outcome = run(steps, case, SHORT);
                        assert!(!is_expected(case, &outcome), "{}: {steps:?}", case["id"]);
                    });
                }
            });
        }
        assert!(altered > 0);
    }

    /// The steps of the plan for a case.
    pub(crate) fn steps(&self, case: &Json) -> Vec<Step> {
        let edition = Edition::named(case["edition"].as_str().unwrap_or("rfc3986")).unwrap();
        let uri = edition.parse(case["input"].as_str().unwrap()).unwrap();
        let mut client = Client::default();
        if let Some(email) = case["email"].as_str() {
            client = client.email(email);
        }
        if case["news_server"] == true {
            client = client.news_server(self.news_server.clone());
        }
        if case["proxy"] == true {
            client = client.proxy(self.proxy.clone().unwrap());
        }
        plan(uri, &client).unwrap().steps().to_vec()
    }
}

/// The outcome of the steps, in the format of `expect`.
fn run(steps: &[Step], case: &Json, patience: Duration) -> Json {
    let answers = |question: Question| Some(case["answers"][question.name()].as_str()?.to_owned());
    match driver::run(steps, &answers, patience) {
        Ok(received) => {
            json!({ "received": received.iter().map(|answer| text(answer)).collect::<Vec<_>>() })
        }
        Err(Failure { step, reason }) => json!({ "stops": step, "reply": reason }),
    }
}

/// Whether the outcome is that of the case; for a reply, the beginning is compared.
fn is_expected(case: &Json, outcome: &Json) -> bool {
    let expect = &case["expect"];
    match (outcome["reply"].as_str(), expect["reply"].as_str()) {
        (Some(reply), Some(expected)) => {
            outcome["stops"] == expect["stops"] && reply.starts_with(expected)
        }
        _ => outcome == expect,
    }
}

/// The text that is compared: the octets as characters; of HTTP the status line and the content, since the headers
/// have date and version.
fn text(answer: &[u8]) -> String {
    let text: String = answer.iter().copied().map(char::from).collect();
    match text.split_once("\r\n\r\n") {
        Some((head, content)) if head.starts_with("HTTP/") => {
            [head.lines().next().unwrap_or_default(), content].join("\n")
        }
        _ => text,
    }
}

/// The plans that lack one step, for all steps, including conditional ones.
fn without_one_each(steps: &[Step]) -> Vec<Vec<Step>> {
    let mut plans = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let with =
            |instead: Option<Step>| [&steps[..at], instead.as_slice(), &steps[at + 1..]].concat();
        plans.push(with(None));
        if let Step::IfReply(code, steps) = step {
            let fewer = without_one_each(steps).into_iter();
            plans.extend(fewer.map(|steps| with(Some(Step::IfReply(code, steps)))));
        }
    }
    plans
}
