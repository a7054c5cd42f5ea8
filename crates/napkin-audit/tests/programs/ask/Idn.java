// java.net.IDN, which knows Unicode 3.2 and, with the argument UNASSIGNED, takes what that does not know. The lines are
// names; else they are as main.rs says.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

class Idn {
    public static void main(String[] arguments) throws Exception {
        int flags = arguments.length > 0 ? IDN.ALLOW_UNASSIGNED : 0;
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        out.println("Java " + System.getProperty("java.version") + " IDN");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String text = new String(HexFormat.of().parseHex(line.strip()), StandardCharsets.UTF_8);
            try {
                byte[] mapped = IDN.toASCII(text, flags).getBytes(StandardCharsets.UTF_8);
                out.println(mapped.length == 0 ? "!" : "=" + HexFormat.of().formatHex(mapped));
            } catch (IllegalArgumentException refused) {
                out.println("!");
            }
        }
        out.flush();
    }
}
