import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** What a command has to do with the world around it. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the person stands; file names are meant from there. */
  readonly cwd: string
  /** Progress is written over itself, instead of line by line. */
  readonly isInteractive: boolean
  /** Results. */
  out(text: string): void
  /** Everything that is said beside them. */
  err(text: string): void
  /** Asks without showing what is typed, or takes the first line of what is piped in. */
  readPassword(question: string): Promise<string>
  /** 0: done. 1: something in it was refused. 2: it could not be done at all. */
  exitCode: 0 | 1 | 2
}

export function processTerminal(): Terminal {
  return {
    env: process.env,
    // npm goes to the project's folder before it runs a script, and says where it came from.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    isInteractive: process.stderr.isTTY === true,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    readPassword,
    exitCode: 0,
  }
}

async function readPassword(question: string): Promise<string> {
  const isTty = process.stdin.isTTY === true
  if (isTty) process.stderr.write(question)
  const silentOutput = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: isTty ? silentOutput : undefined, terminal: isTty })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (isTty) process.stderr.write('\n')
  }
}

/** Says how far something long has come: on one line for a person, now and then for a log. */
export function progressReporter(terminal: Terminal, what: string): (done: number, total: number) => void {
  let lastReported = 0
  return (done, total) => {
    const text = `${done.toLocaleString('en-CA')} of ${total.toLocaleString('en-CA')} ${what}`
    if (terminal.isInteractive) terminal.err(`\r${text}${done === total ? '\n' : ''}`)
    else if (done - lastReported >= 10_000) {
      lastReported = done
      terminal.err(`${text}\n`)
    }
  }
}

/** Columns of text, as wide as they need to be. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}
