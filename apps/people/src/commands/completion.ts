import { Argument, Command } from 'commander'
import { completionScript, type Shell, shells } from '../completion-script.ts'
import { printText } from '../print.ts'

/** `completion`: a script that makes a shell complete the words of a program. */
export function completionCommand(program: Command): Command {
  return new Command('completion')
    .description('Prints a script that makes a shell complete the words of this command.')
    .addArgument(new Argument('<shell>').choices(shells))
    .option('--json', 'print JSON')
    .addHelpText('after', helpOf(program.name()))
    .action((shell: Shell, options: { json?: boolean }) => {
      const script = completionScript(shell, program)
      printText(options.json ? `${JSON.stringify({ shell, script })}\n` : script)
    })
}

function helpOf(name: string): string {
  return `
Where it goes:
  bash        ${name} completion bash > ~/.local/share/bash-completion/completions/${name}
  zsh         ${name} completion zsh >> ~/.zshrc
  fish        ${name} completion fish > ~/.config/fish/completions/${name}.fish
  PowerShell  ${name} completion powershell >> $PROFILE`
}
