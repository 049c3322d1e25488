/** Programs that are interrupted while they have started an embedded database of their own leave none running. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { findFreePortPair } from '../running/free-ports.ts'
import { databasePid, ensureBuilt, killDatabase, removeDataDir, temporaryDataDir } from '../running/shop-process.ts'

const root = resolve(import.meta.dirname, '../..')
const dataDir = await temporaryDataDir()

beforeAll(ensureBuilt, 240_000)
afterEach(async () => {
  await killDatabase(dataDir)
  await removeDataDir(dataDir)
})

function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, SEED: 'none', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  return { child, output: () => output, ended: once(child, 'exit') as Promise<[number | null, string | null]> }
}

async function startsDatabase(): Promise<void> {
  await expect.poll(() => databasePid(dataDir), { interval: 5, timeout: 60_000 }).toEqual(expect.any(Number))
}

/** As from a terminal: the program gets the signal itself, and again from npm. */
function sendRepeatedly(child: ChildProcess, signal: NodeJS.Signals) {
  const timer = setInterval(() => child.kill(signal), 20)
  child.once('exit', () => clearInterval(timer))
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a command that gets %s repeatedly while its database starts',
  async (signal) => {
    const { child, ended, output } = run([join(root, 'dist/server/shop.js'), 'reindex'])
    await startsDatabase()
    sendRepeatedly(child, signal)
    expect(await ended).toEqual([130, null])
    expect(output()).toContain('Ended early')
    expect(await databasePid(dataDir)).toBeUndefined()
  },
)

test('a command whose reader has ended', async () => {
  const { child, ended } = run([join(root, 'dist/server/shop.js'), 'reindex'])
  child.stdout.destroy()
  child.stderr.destroy()
  expect(await ended).toEqual([0, null])
  expect(await databasePid(dataDir)).toBeUndefined()
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  'the development server that gets %s while its database starts',
  async (signal) => {
    const { child, ended } = run(['scripts/dev.ts'], { PORT: String(await findFreePortPair()) })
    await startsDatabase()
    sendRepeatedly(child, signal)
    expect(await ended).toEqual([0, null])
    expect(await databasePid(dataDir)).toBeUndefined()
  },
)
