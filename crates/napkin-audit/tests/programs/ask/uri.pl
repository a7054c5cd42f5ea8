# Perl's URI. The lines are as main.rs says.
use strict;
use warnings;
use URI;

print "URI $URI::VERSION\n";
while (my $line = <STDIN>) {
    chomp $line;
    my $text = pack "H*", $line;
    utf8::decode($text);
    my $uri = URI->new($text);
    my $host = eval { $uri->can("host") ? $uri->host : undef };
    if ($@) { print "!\n" }
    elsif (!defined $host || $host eq "") { print "-\n" }
    else {
        utf8::encode($host) if utf8::is_utf8($host);
        print "=", unpack("H*", $host), "\n";
    }
}
