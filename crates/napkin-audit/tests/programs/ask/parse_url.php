<?php
// PHP's parse_url. The lines are as main.rs says.
echo "PHP ", PHP_VERSION, "\n";
while (($line = fgets(STDIN)) !== false) {
    $parts = parse_url(hex2bin(trim($line)));
    if ($parts === false) {
        echo "!\n";
    } elseif (($parts["host"] ?? "") === "") {
        echo "-\n";
    } else {
        echo "=", bin2hex($parts["host"]), "\n";
    }
}
