// What java.net.URI answers about pairs of texts. A line of input has two texts in hexadecimal; main.rs says what a
// line of output has.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

class Ask {
    private static final HexFormat HEX = HexFormat.of();

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        out.println(Runtime.version().feature() + " " + System.getProperty("java.version"));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] texts = line.split(" ", -1);
            out.println(answer(text(texts[0]), text(texts[1])));
        }
        out.flush();
    }

    private static String text(String digits) {
        return new String(HEX.parseHex(digits), StandardCharsets.UTF_8);
    }

    private static String answer(String first, String second) {
        StringBuilder told = new StringBuilder();
        URI a = read(first, told);
        URI b = read(second, told);
        if (a != null) {
            decoded(a, told);
            tell("normalized", a.normalize().toString(), told);
            tell("ascii", a.toASCIIString(), told);
        }
        if (a != null && b != null) {
            computed("resolved", a.resolve(b), told);
            computed("relativized", a.relativize(b), told);
            told.append("equals ").append(a.equals(b)).append('\t');
            told.append("order ").append(Integer.signum(a.compareTo(b))).append('\t');
        }
        return told.toString();
    }

    private static URI read(String text, StringBuilder told) {
        try {
            URI uri = new URI(text);
            computed("read", uri, told);
            told.append("absolute ").append(uri.isAbsolute()).append('\t');
            told.append("opaque ").append(uri.isOpaque()).append('\t');
            return uri;
        } catch (URISyntaxException refused) {
            tell("reason", refused.getReason(), told);
            told.append("index ").append(refused.getIndex()).append('\t');
        } catch (RuntimeException other) {
            // What the class does not declare.
            tell("thrown", other.getClass().getSimpleName(), told);
        }
        return null;
    }

    private static void computed(String name, URI uri, StringBuilder told) {
        tell(name, uri.toString(), told);
        tell("scheme", uri.getScheme(), told);
        tell("ssp", uri.getRawSchemeSpecificPart(), told);
        tell("authority", uri.getRawAuthority(), told);
        tell("userinfo", uri.getRawUserInfo(), told);
        tell("host", uri.getHost(), told);
        told.append("port ").append(uri.getPort()).append('\t');
        tell("path", uri.getRawPath(), told);
        tell("query", uri.getRawQuery(), told);
        tell("fragment", uri.getRawFragment(), told);
    }

    private static void decoded(URI uri, StringBuilder told) {
        tell("decoded ssp", uri.getSchemeSpecificPart(), told);
        tell("decoded authority", uri.getAuthority(), told);
        tell("decoded userinfo", uri.getUserInfo(), told);
        tell("decoded path", uri.getPath(), told);
        tell("decoded query", uri.getQuery(), told);
        tell("decoded fragment", uri.getFragment(), told);
    }

    private static void tell(String name, String value, StringBuilder told) {
        told.append(name).append(' ');
        told.append(value == null ? "-" : "=" + HEX.formatHex(value.getBytes(StandardCharsets.UTF_8)));
        told.append('\t');
    }
}
