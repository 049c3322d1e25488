import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { connect, type Db } from '../platform/database/connect.ts'
import { openDatabase } from '../platform/database/embedded.ts'
import { migrate } from '../platform/database/migrate.ts'
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
  const database = await openDatabase(env, { onProgress: (text) => terminal.err(`${text}\n`) })
  const connection = connect(database.url, { statementTimeoutMs: 0 })
  let isInterrupted = false
  // An interrupted command ends between two transactions or rolls one back, and stops the database it started.
  const interrupt = () => {
    isInterrupted = true
    terminal.err('\nEnded early: what was done so far stays, nothing is half done.\n')
    void database.stop().finally(() => process.exit(130))
  }
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  try {
    const isAsIs = tables === 'as-is'
    const onlyNew = tables === 'new'
    const applied = isAsIs ? [] : await migrate(connection.pool, join(projectRoot, 'db/migrations'), { onlyNew })
    if (!isAsIs) setShopTimeZone((await loadSettings(connection.db)).timeZone)
    await work({ db: connection.db, databaseUrl: database.url, env, applied })
  } catch (error) {
    // The error is caused by the interruption itself.
    if (isInterrupted) return await new Promise<never>(() => {})
    throw error
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
    await connection.close()
    await database.stop()
  }
}
