import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { connect, type Db } from '../platform/database/connect.ts'
import { openDatabase } from '../platform/database/embedded.ts'
import { migrate } from '../platform/database/migrate.ts'
import { hasErrorCode } from '../platform/database/process-lock.ts'
import { type Env, parseEnv, projectRoot } from '../platform/env.ts'
import { setShopTimeZone } from '../platform/time/shop-time.ts'
import { loadSettings } from '../settings.ts'

export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Working directory of the user; file names are relative to it. */
  readonly cwd: string
  /** Progress overwrites its line instead of adding lines. */
  readonly isInteractive: boolean
  out(text: string): void
  err(text: string): void
  /** Prompts without echo, or reads the first line of piped input. */
  readPassword(question: string): Promise<string>
  /** 0: success. 1: partly rejected. 2: failed. */
  exitCode: 0 | 1 | 2
}

export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreIfClosed)
  return {
    env: process.env,
    // npm changes to the project's folder before it runs a script; INIT_CWD is the user's.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    isInteractive: process.stderr.isTTY === true,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    readPassword,
    exitCode: 0,
  }
}

/** As with `| head` or a terminal that was closed. The command still ends its work and stops its database. */
function ignoreIfClosed(error: Error): void {
  if (!hasErrorCode(error, 'EPIPE') && !hasErrorCode(error, 'EIO')) throw error
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

/** Reports why the command did nothing. */
export function refuse(terminal: Terminal, reason: string): void {
  terminal.err(`${reason} Nothing was changed.\n`)
  terminal.exitCode = 1
}

/** Reports progress: on one line in a terminal, at intervals in a log. */
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

export type CliContext = {
  readonly db: Db
  readonly databaseUrl: string
  readonly env: Env
  readonly applied: readonly string[]
}

/** An interrupted command may end well or with an error of the interruption: neither counts. */
const untilExit = () => new Promise<never>(() => {})

/**
 * Connects to the running shop's database, or starts it for the duration of one command. A database without tables gets
 * them, and one of an earlier version is refused; `tables` says otherwise.
 */
export async function withCliContext(
  terminal: Terminal,
  work: (cli: CliContext) => Promise<void>,
  { tables = 'new' }: { readonly tables?: 'new' | 'migrated' | 'as-is' } = {},
): Promise<void> {
  const env = parseEnv(terminal.env)
  const opening = openDatabase(env, { onProgress: (text) => terminal.err(`${text}\n`) })
  let isInterrupted = false
  // An interrupted command ends between two transactions or rolls one back, and stops the database it started, also if
  // that is still starting. Later signals change nothing: npm, the terminal and this program's parent may each send one.
  const interrupt = () => {
    if (isInterrupted) return
    isInterrupted = true
    terminal.err('\nEnded early: what was done so far stays, nothing is half done.\n')
    void opening.then(({ stop }) => stop()).finally(() => process.exit(130))
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, interrupt)
  try {
    const database = await opening
    const connection = connect(database.url, { statementTimeoutMs: 0 })
    try {
      const isAsIs = tables === 'as-is'
      const onlyNew = tables === 'new'
      const applied = isAsIs ? [] : await migrate(connection.pool, join(projectRoot, 'db/migrations'), { onlyNew })
      if (!isAsIs) setShopTimeZone((await loadSettings(connection.db)).timeZone)
      await work({ db: connection.db, databaseUrl: database.url, env, applied })
    } finally {
      if (isInterrupted) await untilExit()
      await connection.close()
      await database.stop()
    }
  } catch (error) {
    if (isInterrupted) await untilExit()
    throw error
  } finally {
    for (const signal of signals) process.off(signal, interrupt)
  }
}
