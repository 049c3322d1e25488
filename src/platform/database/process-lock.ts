/** Process liveness checks, and a lock file held by one process. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

const timeoutMs = 180_000
const SQLITE_BUSY = 5

/**
 * Runs `callback` while this process holds the lock file `path`; waits for other processes. SQLite locks the file
 * through the kernel, which releases it when the process ends, even if killed. Nothing is ever written.
 */
export async function withLock<T>(path: string, callback: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    for (const deadline = Date.now() + timeoutMs; !tryToLock(lock); await pause(40)) {
      if (Date.now() > deadline)
        throw new Error(`Waited ${timeoutMs / 1000} s for another process, which holds ${path}`)
    }
    // Otherwise another user of the machine could hold the lock.
    await chmod(path, 0o600)
    return await callback()
  } finally {
    lock.close()
  }
}

function tryToLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false
    throw error
  }
}

/** The command line of process `pid`; undefined if it does not exist or is a zombie. */
export function commandLineOf(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.trim() || undefined
  } catch {
    return undefined
  }
}

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasErrorCode(error, 'EPERM')
  }
}

/** Whether it is a system error with this code, such as `ENOENT`. */
export const hasErrorCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
