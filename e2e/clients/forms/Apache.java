import java.io.File;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.entity.mime.HttpMultipartMode;
import org.apache.hc.client5.http.entity.mime.MultipartEntityBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;

class Apache {
    public static void main(String[] arguments) throws Exception {
        var text = ContentType.TEXT_PLAIN.withCharset("UTF-8");
        var request = new HttpPost(arguments[0]);
        request.setHeader("Authorization", "Bearer " + arguments[1]);
        request.setEntity(MultipartEntityBuilder.create().setMode(HttpMultipartMode.EXTENDED)
            .addTextBody("categoryId", "general")
            .addTextBody("title", arguments[3], text)
            .addBinaryBody("file", new File(arguments[2]), ContentType.IMAGE_JPEG, arguments[4])
            .build());
        try (var client = HttpClients.createDefault()) {
            String said = client.execute(request,
                answer -> answer.getCode() + " " + EntityUtils.toString(answer.getEntity()));
            System.out.println(said);
        }
    }
}
