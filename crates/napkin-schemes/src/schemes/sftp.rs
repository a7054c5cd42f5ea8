//! `sftp`: a file or the listing of a directory, over Secure Shell
//! (draft-ietf-secsh-scp-sftp-ssh-uri-04). The view is [`Ssh`].

use crate::definition::Definition;

use super::{SSH, Ssh};

/// The SSH File Transfer Protocol.
pub static SFTP: Definition = Definition {
    name: "sftp",
    title: "SSH File Transfer Protocol",
    document: "draft-ietf-secsh-scp-sftp-ssh-uri-04 section 4",
    grammar: "\
sftpURI       = \"sftp:\" \"//\" [ [ ssh-info ] \"@\" ] host [ \":\" port ] path-abempty
                [ \";type=\" sftp-typecode ]
sftp-typecode = \"a\" / \"i\" / \"d\"",
    example: "sftp://user@host.example.com/~/file.txt",
    default_port: Some(22),
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(Ssh::of(source)?)),
    composition: SSH.composition,
};
