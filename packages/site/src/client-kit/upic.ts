import { type ClientConfiguration, jsonContent, type UploadTarget } from './client-configuration.ts'

/**
 * A file for uPic's "Import host configuration": a list of hosts as JSON strings. A host's settings, and the lists in
 * them, are JSON strings too (`ConfigManager`, `Host` and `CustomHostConfig` of uPic).
 */
export function uPic({ url, authorization, fields }: UploadTarget): ClientConfiguration {
  const settings = {
    url,
    method: 'POST',
    field: 'file',
    headers: namedValues({ Authorization: authorization }),
    bodys: namedValues(fields),
    resultPath: JSON.stringify(['data', 'url']),
    domain: '',
    saveKeyPath: '',
    suffix: '',
    useBase64: false,
  }
  // An import skips hosts with a known id, so another key or category needs another id.
  const id = ['pictoglyph', url, authorization, ...Object.values(fields)].join(' ')
  const host = { id, name: 'Pictoglyph', type: 'custom', data: JSON.stringify(settings) }
  return {
    id: 'upic',
    name: 'uPic',
    fileName: 'uPic_hosts.json',
    format: 'json',
    content: jsonContent([JSON.stringify(host)]),
    steps: {
      en: [
        'Save this as uPic_hosts.json.',
        "In uPic's menu, choose Import host configuration, then this file, then merge.",
        'Choose Pictoglyph as the host in the same menu.',
      ],
      'zh-CN': [
        '保存为 uPic_hosts.json。',
        '在 uPic 菜单中选择“导入图床配置”，选中此文件，再选“合并”。',
        '在同一菜单中将图床切换为 Pictoglyph。',
      ],
    },
  }
}

function namedValues(values: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(values).map(([key, value]) => ({ key, value })))
}
