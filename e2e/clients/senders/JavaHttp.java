import java.net.URI;
import java.net.http.*;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.*;

class JavaHttp {
    public static void main(String[] arguments) throws Exception {
        var client = HttpClient.newBuilder().sslContext(trusting()).build();
        var request = HttpRequest.newBuilder(URI.create(arguments[0]))
            .header("Authorization", "Bearer " + arguments[1])
            .header("Content-Type", "multipart/form-data; boundary=frontier")
            .POST(HttpRequest.BodyPublishers.ofFile(Path.of(arguments[2])))
            .build();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(answer.statusCode() + " " + answer.body());
    }

    /** The certificate of a test is signed by no one. */
    private static SSLContext trusting() throws Exception {
        var manager = new X509ExtendedTrustManager() {
            public void checkClientTrusted(X509Certificate[] chain, String type) {}
            public void checkServerTrusted(X509Certificate[] chain, String type) {}
            public void checkClientTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {}
            public void checkServerTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {}
            public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
            public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
            public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
        };
        var context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {manager}, new SecureRandom());
        return context;
    }
}
