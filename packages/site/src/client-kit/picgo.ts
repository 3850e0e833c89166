import {
  type ClientConfiguration,
  enteringJson,
  jsonContent,
  type UploadTarget,
} from './client-configuration.ts'

/** PicGo with `picgo-plugin-web-uploader`, which posts a form to any address. */
export function picGoWebUploader({ url, authorization, fields }: UploadTarget): ClientConfiguration {
  const hasFields = Object.keys(fields).length > 0
  return {
    id: 'picgo-web-uploader',
    name: 'PicGo (web-uploader)',
    fileName: 'config.json',
    format: 'json',
    content: picGoConfiguration('web-uploader', {
      url,
      paramName: 'file',
      jsonPath: 'data.url',
      customHeader: JSON.stringify({ Authorization: authorization }),
      ...(hasFields && { customBody: JSON.stringify(fields) }),
    }),
    steps: {
      en: [
        'In PicGo, install the plugin web-uploader and enter the values under "web-uploader".',
        enteringJson.en,
        'This plugin says SUCCESS of a refused upload too, with an empty address. The plugin lankong does not.',
        'For PicGo on the command line: picgo install web-uploader, save this as config.json, then picgo -c /path/to/config.json upload FILE.',
      ],
      'zh-CN': [
        '在 PicGo 中安装插件 web-uploader，并填入 "web-uploader" 下的各项。',
        enteringJson['zh-CN'],
        '上传被拒绝时，此插件也会显示 SUCCESS，只是地址为空；插件 lankong 没有这个问题。',
        '命令行版：先 picgo install web-uploader，将此内容保存为 config.json，再运行 picgo -c /路径/config.json upload 文件。',
      ],
    },
  }
}

/** PicGo with `picgo-plugin-lankong`, which uses Lsky Pro's API and can't name a category. */
export function picGoLankong({ baseUrl, authorization }: UploadTarget): ClientConfiguration {
  return {
    id: 'picgo-lankong',
    name: 'PicGo (lankong)',
    fileName: 'config.json',
    format: 'json',
    content: picGoConfiguration('lankong', {
      lskyProVersion: 'V2',
      server: baseUrl,
      token: authorization,
      strategyId: '',
      albumId: '',
      permission: 0,
      ignoreCertErr: false,
      syncDelete: false,
    }),
    steps: {
      en: [
        'This plugin needs a key of the client kind lsky with a default category: pictoglyph key create --user NAME --permission images:upload --client lsky --default-category ID.',
        'In PicGo, install the plugin lankong and enter the values under "lankong", with version V2.',
      ],
      'zh-CN': [
        '此插件需要客户端类型为 lsky 且设有默认分类的密钥：pictoglyph key create --user 用户名 --permission images:upload --client lsky --default-category 分类ID。',
        '在 PicGo 中安装插件 lankong，选择 V2，并填入 "lankong" 下的各项。',
      ],
    },
  }
}

function picGoConfiguration(uploader: string, settings: object): string {
  return jsonContent({
    picBed: { uploader, current: uploader, [uploader]: settings },
    picgoPlugins: { [`picgo-plugin-${uploader}`]: true },
  })
}
