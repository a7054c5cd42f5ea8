filedesc://old.arc 0.0.0.0 19970923142103 text/plain 69
1 0 Example
URL IP-address Archive-date Content-type Archive-length


http://one.example/d/ 192.0.2.1 19970923142103 text/html 59
HTTP/1.0 200 OK
Content-Type: text/html

<a href="x">x</a>

ftp://two.example/a.txt 192.0.2.1 20060923142103 text/plain 22
see http://t.example/.

