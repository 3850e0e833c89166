import java.io.File;
import okhttp3.*;

class OkHttp {
    public static void main(String[] arguments) throws Exception {
        // Retrofit's examples give every part the type of the whole.
        var type = MediaType.parse("multipart/form-data");
        var form = new MultipartBody.Builder().setType(MultipartBody.FORM)
            .addFormDataPart("categoryId", null, RequestBody.create(type, "general"))
            .addFormDataPart("title", null, RequestBody.create(type, arguments[3]))
            .addFormDataPart("file", arguments[4], RequestBody.create(type, new File(arguments[2])))
            .build();
        var request = new Request.Builder().url(arguments[0])
            .header("Authorization", "Bearer " + arguments[1]).post(form).build();
        try (var answer = new OkHttpClient().newCall(request).execute()) {
            System.out.println(answer.code() + " " + answer.body().string());
        }
    }
}
