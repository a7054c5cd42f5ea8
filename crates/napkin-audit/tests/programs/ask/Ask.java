// java.net.URI, or java.net.URL if that is the argument. The lines are as main.rs says.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

class Ask {
    public static void main(String[] arguments) throws Exception {
        boolean isUrl = arguments.length > 0 && arguments[0].equals("URL");
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        out.println("Java " + System.getProperty("java.version"));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String text = new String(HexFormat.of().parseHex(line.strip()), StandardCharsets.UTF_8);
            String host;
            try {
                host = isUrl ? new URL(text).getHost() : new URI(text).getHost();
            } catch (Exception refused) {
                out.println("!");
                continue;
            }
            if (host == null || host.isEmpty()) {
                out.println("-");
            } else {
                out.println("=" + HexFormat.of().formatHex(host.getBytes(StandardCharsets.UTF_8)));
            }
        }
        out.flush();
    }
}
