import type { ClientConfiguration, UploadTarget } from './client-configuration.ts'

/** Quotes a word for PowerShell, which also treats typographic quotes as quotes. */
const powerShellWord = (text: string): string => `'${text.replace(/['\u2018\u2019\u201A\u201B]/g, '$&$&')}'`

/** Calls the curl of Windows, which posts a file by its path in a variable. */
function curlCommand({ url, authorization, fields }: UploadTarget): string {
  return [
    'curl.exe --silent --show-error',
    `--header ${powerShellWord(`Authorization: ${authorization}`)}`,
    ...Object.entries(fields).map(([name, value]) => `--form-string ${powerShellWord(`${name}=${value}`)}`),
    '--form "file=@$copy;filename=image"',
    powerShellWord(url),
  ].join(' `\n      ')
}

/** Uploads a copy of `$file`, because curl would read `;` and `,` in its name as syntax. */
const uploadFunction = (target: UploadTarget): string => `function Send-Picture($file) {
  $copy = [System.IO.Path]::GetTempFileName()
  try {
    Copy-Item -LiteralPath $file -Destination $copy -Force -ErrorAction Stop
    $answer = ${curlCommand(target)} | Out-String | ConvertFrom-Json
    if (-not $answer.ok) { throw "$($answer.error.message)" }
    $answer.data.url
  } finally {
    Remove-Item -LiteralPath $copy
  }
}`

/** The command line for Windows. */
export function curlInPowerShell(target: UploadTarget): ClientConfiguration {
  return {
    id: 'curl-powershell',
    name: 'curl (PowerShell)',
    fileName: 'upload.ps1',
    format: 'text',
    content: `${uploadFunction(target)}

Send-Picture image.png
`,
    steps: {
      en: ['Put your file in place of image.png and paste this into PowerShell.', 'It prints the link.'],
      'zh-CN': ['将 image.png 换成您的文件，并粘贴到 PowerShell 中。', '它会输出图片链接。'],
    },
  }
}

/** A script for Typora's "Custom Command" on Windows. */
export function typoraInPowerShell(target: UploadTarget): ClientConfiguration {
  return {
    id: 'typora-powershell',
    name: 'Typora (PowerShell)',
    fileName: 'pictoglyph-typora.ps1',
    format: 'text',
    content: `# Uploads every file that is named and prints its link.
${uploadFunction(target)}

foreach ($file in $args) {
  try { Send-Picture $file } catch { [Console]::Error.WriteLine($_); exit 1 }
}
`,
    steps: {
      en: [
        'Save this as pictoglyph-typora.ps1.',
        'In Typora, under Preferences, Image, Image Uploader, choose Custom Command and enter: powershell -ExecutionPolicy Bypass -File "C:\\path\\to\\pictoglyph-typora.ps1".',
        'Press Test Uploader.',
      ],
      'zh-CN': [
        '保存为 pictoglyph-typora.ps1。',
        '在 Typora 的“偏好设置 → 图像 → 上传服务”中选择 Custom Command，命令填 powershell -ExecutionPolicy Bypass -File "C:\\路径\\pictoglyph-typora.ps1"。',
        '点击“验证图片上传选项”。',
      ],
    },
  }
}

/** A script that takes a screenshot with Flameshot on Windows. */
export function flameshotInPowerShell(target: UploadTarget): ClientConfiguration {
  return {
    id: 'flameshot-powershell',
    name: 'Flameshot (PowerShell)',
    fileName: 'pictoglyph-screenshot.ps1',
    format: 'text',
    content: `# Takes a screenshot, uploads it, prints its link and copies it to the clipboard.
${uploadFunction(target)}

$capture = Join-Path ([System.IO.Path]::GetTempPath()) "$([guid]::NewGuid()).png"
try {
  Start-Process flameshot -ArgumentList 'gui', '--path', "\`"$capture\`"" -Wait
  # Nothing was captured: the capture was cancelled.
  if (-not (Test-Path -LiteralPath $capture)) { exit 1 }
  $link = Send-Picture $capture
  Set-Clipboard -Value $link
  $link
} catch {
  [Console]::Error.WriteLine($_)
  exit 1
} finally {
  Remove-Item -LiteralPath $capture -ErrorAction SilentlyContinue
}
`,
    steps: {
      en: [
        'Save this as pictoglyph-screenshot.ps1.',
        'Make a shortcut to: powershell -ExecutionPolicy Bypass -File "C:\\path\\to\\pictoglyph-screenshot.ps1", and give it a shortcut key.',
      ],
      'zh-CN': [
        '保存为 pictoglyph-screenshot.ps1。',
        '新建快捷方式 powershell -ExecutionPolicy Bypass -File "C:\\路径\\pictoglyph-screenshot.ps1"，并为它设置快捷键。',
      ],
    },
  }
}
