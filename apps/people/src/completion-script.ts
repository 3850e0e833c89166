import type { Command } from 'commander'

/** Shells with completion. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const
export type Shell = (typeof shells)[number]

/** Words that may follow a command. */
interface Words {
  /** The command, such as `user add`; empty for the program itself. */
  path: string
  commands: { name: string; description: string }[]
  options: { name: string; description: string }[]
  /** The choices of its first argument. */
  choices: readonly string[]
}

/** zsh runs the script of bash after enabling its own completion. */
const zshOpening = `(( $+functions[compdef] )) || { autoload -U compinit && compinit -u; }
autoload -U +X bashcompinit && bashcompinit`

/** Writes a script that completes a program's commands and options in a shell; other words are file names. */
export function completionScript(shell: Shell, program: Command): string {
  const table = wordsOf(program, [])
  const name = program.name()
  if (shell === 'fish') return fish(name, table)
  if (shell === 'powershell') return powerShell(name, table)
  const script = bash(name, table)
  return shell === 'bash' ? script : `${zshOpening}\n${script}`
}

function wordsOf(command: Command, path: readonly string[]): Words[] {
  const parts = command.commands.filter((part) => !Reflect.get(part, '_hidden'))
  const options = command.options.filter(({ hidden, long }) => !hidden && long)
  return [
    {
      path: path.join(' '),
      commands: parts.map((part) => ({ name: part.name(), description: part.description() })),
      options: [
        ...options.map(({ long, description }) => ({ name: long ?? '', description })),
        { name: '--help', description: 'help' },
      ],
      choices: command.registeredArguments[0]?.argChoices ?? [],
    },
    ...parts.flatMap((part) => wordsOf(part, [...path, part.name()])),
  ]
}

const following = ({ commands, options, choices }: Words): string =>
  [...commands.map(({ name }) => name), ...choices, ...options.map(({ name }) => name)].join(' ')

function bash(name: string, table: readonly Words[]): string {
  const known = table.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`)
  const cases = table.map((words) => `    '${words.path}') words='${following(words)}' ;;`)
  const own = `_${name.replaceAll('-', '_')}`
  return `${own}() {
  local at='' word words='' current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    case "\${at:+$at }$word" in
      ${known.join(' | ')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F ${own} ${name}
`
}

function fish(name: string, table: readonly Words[]): string {
  const own = `__${name.replaceAll('-', '_')}_at`
  const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
  const lines = table.flatMap(({ path, commands, options, choices }) => {
    const when = `complete -c ${name} -n "${own} '${path}'"`
    return [
      ...commands.map((one) => `${when} -f -a ${one.name} -d ${quoted(one.description)}`),
      ...choices.map((choice) => `${when} -f -a ${choice}`),
      ...options.map((one) => `${when} -l ${one.name.slice(2)} -d ${quoted(one.description)}`),
    ]
  })
  const known = table.filter(({ path }) => path !== '').map(({ path }) => quoted(path))
  return `function ${own}
  set -l path ''
  for word in (commandline -opc)[2..]
    set -l next (string trim -- "$path $word")
    contains -- $next ${known.join(' ')}; and set path $next
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`
}

function powerShell(name: string, table: readonly Words[]): string {
  const lines = table.map((words) => `    '${words.path}' = '${following(words)}'`)
  return `Register-ArgumentCompleter -Native -CommandName ${name} -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $table = @{
${lines.join('\n')}
  }
  $path = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    $next = "$path $element".Trim()
    if ($table.ContainsKey($next)) { $path = $next }
  }
  $table[$path] -split ' ' | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`
}
