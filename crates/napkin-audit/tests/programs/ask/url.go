// Go's net/url. The lines are as main.rs says.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"runtime"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintln(out, "Go", runtime.Version())
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		text, _ := hex.DecodeString(in.Text())
		parsed, err := url.Parse(string(text))
		if err != nil {
			fmt.Fprintln(out, "!")
		} else if host := parsed.Hostname(); host == "" {
			fmt.Fprintln(out, "-")
		} else {
			fmt.Fprintln(out, "="+hex.EncodeToString([]byte(host)))
		}
	}
}
