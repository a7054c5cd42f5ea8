// Makes the keys of webarchive-commons: reads texts in base64 from standard input, one a line, and writes each key so, or an exclamation
// mark for a text of which the program makes none.
//
//     java -cp webarchive-commons.jar:guava.jar:commons-lang3.jar checks/keys/Keys.java webarchive-commons

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

import org.archive.url.WaybackURLKeyMaker;
import org.archive.util.SURT;

public class Keys {
    public static void main(String[] arguments) throws Exception {
        WaybackURLKeyMaker maker = new WaybackURLKeyMaker();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        StringBuilder out = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String text = new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8);
            try {
                String key = arguments[0].equals("surt-ia") ? SURT.fromURI(text) : maker.makeKey(text);
                out.append(Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8)));
            } catch (Exception error) {
                out.append('!');
            }
            out.append('\n');
        }
        System.out.print(out);
    }
}
