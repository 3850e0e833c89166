import type { ClientConfiguration, UploadTarget } from './client-configuration.ts'
import { curlCommand, linkFunction, reasonFunction } from './shell-command.ts'

/** A script that takes a screenshot with Flameshot and uploads it. */
export function flameshot(target: UploadTarget): ClientConfiguration {
  const upload = curlCommand(target, '"file=@$capture;filename=screenshot.png;type=image/png"')
  return {
    id: 'flameshot',
    name: 'Flameshot',
    fileName: 'pictoglyph-screenshot.sh',
    format: 'shell',
    content: `#!/bin/sh
# Takes a screenshot, uploads it, prints its link and copies it to the clipboard.
${linkFunction}
${reasonFunction}

capture=$(mktemp) || exit 1
trap 'rm -f "$capture"' EXIT
flameshot gui --raw > "$capture"
# Nothing was captured: the capture was cancelled.
[ -s "$capture" ] || exit 1
answer=$(${upload} 2>&1) || {
  reason=$(reason_in "$answer")
  printf '%s\\n' "$reason" >&2
  command -v notify-send >/dev/null && notify-send --urgency critical 'The upload failed' "$reason"
  exit 1
}
link=$(link_in "$answer")
printf '%s\\n' "$link"
if [ -n "$WAYLAND_DISPLAY" ] && command -v wl-copy >/dev/null; then
  printf '%s' "$link" | wl-copy
elif [ -n "$DISPLAY" ] && command -v xclip >/dev/null; then
  printf '%s' "$link" | xclip -selection clipboard >/dev/null
fi
`,
    steps: {
      en: [
        'Save this as pictoglyph-screenshot.sh, make it executable with chmod 700 and give it a keyboard shortcut.',
        'For the link in the clipboard, install wl-clipboard (Wayland) or xclip (X11).',
        'A refusal is shown by notify-send, which most desktops have (Debian: libnotify-bin).',
      ],
      'zh-CN': [
        '保存为 pictoglyph-screenshot.sh，用 chmod 700 设为可执行，并绑定一个快捷键。',
        '若要自动复制链接，请安装 wl-clipboard（Wayland）或 xclip（X11）。',
        '上传失败时由 notify-send 显示原因，多数桌面都自带（Debian 的软件包为 libnotify-bin）。',
      ],
    },
  }
}
