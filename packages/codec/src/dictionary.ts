/**
 * The preset dictionary of the compressed packings: text that short messages are likely to repeat, the
 * likeliest last, where references to it are shortest.
 *
 * It is part of format version 1 and never changes: another text would make every compressed cipher
 * unreadable. A later version may have another. Its SHA-256 is in docs/cipher-format.md, and tests hold it.
 */
export const dictionaryText = [
  // Chinese: words and phrases of everyday messages.
  '中华人民共和国北京上海广州深圳香港台湾世界国家政府社会经济发展技术科学研究大学学校公司工作项目产品服务用户',
  '电脑手机软件程序代码文件数据系统网络互联网信息密码加密解密账号登录注册邮箱地址电话号码链接网站网址下载上传',
  '点击查看更多内容请输入正确的验证码如果有问题请联系我们谢谢大家的支持希望能够帮助到你欢迎使用重要通知注意事项',
  '第一第二第三第四一个两个三个几个每个这个那个哪个这些那些这样那样怎么样这里那里哪里这么那么怎么什么为什么',
  '今天明天昨天后天早上上午中午下午晚上星期一星期天周末小时分钟现在时候时间以前以后之前之后年月日2024年2025年2026年',
  '因为所以但是可是不过虽然如果然后而且或者还是还有就是只是不是也是都是真的可能可以应该需要必须能不能会不会要不要',
  '喜欢开心快乐高兴生气难过害怕担心放心小心相信希望觉得感觉认为知道明白理解记得忘记告诉看到听到想到收到找到做到得到',
  '朋友老师同学孩子妈妈爸爸哥哥姐姐弟弟妹妹先生女士宝贝亲爱的大家自己别人他们她们我们你们人们女人男人',
  '没有没关系对不起不好意思谢谢你不客气不知道不可以不要不能不会好不好是不是有没有多少钱吃饭睡觉回家出去回来过来起来',
  '早安晚安你好吗我很好再见拜拜哈哈哈哈嘿嘿嘻嘻呜呜哈喽加油生日快乐新年快乐恭喜发财我爱你我想你我喜欢你',
  '了。”“？！……——《》（）、；：的时候的话，我们，你们，他们，但是，所以，因为，如果，就是，不过，然后',
  // Markup, data and code.
  '<!DOCTYPE html><html><head><meta charset="utf-8"><title></title></head><body><div class="<span style="<p></p></div>',
  '</span><br><img src="<a href="</a></body></html>{"id":1,"name":"","type":"","value":"","data":[{"url":"","title":"',
  '","message":"","error":"","code":"","status":"ok","true,"false,"null},{"text":"","key":"","time":"","user":"',
  'function() { return }; const let var = new import from export default async await if (else for (console.log(',
  'public static void String int class this. SELECT * FROM WHERE INSERT INTO #include <stdio.h> def print(self):\n    ',
  '0123456789 00000000 -----BEGIN END----- ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 127.0.0.1 localhost:8080',
  // English: rarer words first, then phrases, then the commonest words.
  ' password username account address number email phone meeting tomorrow yesterday tonight morning afternoon evening',
  ' Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April June July August September',
  ' October November December birthday happy beautiful wonderful interesting important different difficult possible',
  ' problem question answer company business government country information development university education',
  ' computer software system service network internet security private public secret message encrypted decrypt text',
  ' something anything everything nothing someone anyone everyone always never sometimes already together another',
  ' between through without because before after against during under around though although however therefore',
  ' little better great small large right left first second third next last every other same both each few more most',
  ' people friend family mother father children school house world night week month year years days hours minutes',
  ' called asked looked seemed wanted thought started coming going making taking looking working trying getting saying',
  'ation ition ment ness able ible ful less ous ive ally ingly edly ism ist ity ies ers est ting ning ling ring sion tion',
  " don't can't won't didn't doesn't isn't wasn't couldn't wouldn't I'm I'll I've I'd it's that's you're we're they're let's",
  ' Hello Hi Hey Dear Thanks Thank you so much for your help. Please let me know if you have any questions. See you soon!',
  ' I love you. I miss you. How are you? What are you doing? Where are you? Good luck! Happy birthday! Merry Christmas!',
  ' there is a lot of one of the at the end of the as well as in order to you want to I want to I think that I would like to',
  ' it would be have to be should be could be will be can be has been have been had been used to going to need to able to',
  ' find give tell ask seem feel try leave call keep let begin help show hear play run move live believe bring happen write',
  ' come here look want give use work know think take see make get like then them these those than some time into could your',
  ' good year most very even much many where when which while who what how why our out about over such only also back down up',
  ' say she will one all would there their been were has had his her him its my me they we us are be this but by not or',
  ' from with have that for on was as at it he is I you do did does and to in a of the, and the in the to the of the on the',
  ' for the to be with the that the it is. The quick brown fox jumps over the lazy dog. This is a test. It was. And. But. In.',
  // Addresses.
  '.jpg .png .gif .webp .pdf .zip .html .php .json .txt .mp4?utm_source=&utm_medium=&utm_campaign=&page=&lang=zh-CN&lang=en',
  '/index.html /images/ /api/v1/ /post/ /article/ /user/ /status/ /search?q= /watch?v= /video/BV1 ?id= &id= ?p= #comment-',
  'ftp:// mailto: magnet:?xt=urn:btih: @gmail.com @qq.com @163.com @outlook.com http://localhost:',
  'https://mp.weixin.qq.com/s/ https://www.zhihu.com/question/ https://weibo.com/ https://pan.baidu.com/s/1 提取码: ',
  'https://twitter.com/ https://x.com/ https://t.me/ https://www.reddit.com/r/ https://www.amazon.com/dp/ https://docs.google.com/',
  'https://en.wikipedia.org/wiki/ https://zh.wikipedia.org/wiki/ https://github.com/ https://www.youtube.com/watch?v=',
  'https://www.bilibili.com/video/BV1 https://www.google.com/search?q= http://www. .org/ .net/ .io/ .cn/ .com.cn/ .co.uk/',
  'https://www.example.com/ https://example.com/ .com/ https://www.',
].join('')
