// Go's net/url, and for http and https the host that net/http dials: a transport of our own is told it and
// connects to nothing. The lines are as main.rs says.
package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime"
)

// The host that the last request would have dialled.
var dialled string

func dial(_ context.Context, _, address string) (net.Conn, error) {
	dialled, _, _ = net.SplitHostPort(address)
	return nil, errors.New("not dialled")
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintln(out, "Go", runtime.Version())
	transport := &http.Transport{DialContext: dial, DialTLSContext: dial}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		text, _ := hex.DecodeString(in.Text())
		parsed, err := url.Parse(string(text))
		if err != nil {
			fmt.Fprintln(out, "!")
			continue
		}
		host := parsed.Hostname()
		if parsed.Scheme == "http" || parsed.Scheme == "https" {
			dialled = ""
			if request, err := http.NewRequest("GET", string(text), nil); err == nil {
				transport.RoundTrip(request)
			}
			host = dialled
		}
		if host == "" {
			fmt.Fprintln(out, "-")
		} else {
			fmt.Fprintln(out, "="+hex.EncodeToString([]byte(host)))
		}
	}
}
