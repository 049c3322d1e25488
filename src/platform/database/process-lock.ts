/** Process liveness checks, and a lock file held by one live process. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

const timeoutMs = 180_000
const incompleteLockMs = 5_000

/**
 * Runs `callback` while holding the lock file `path`. Waits while another live process has it; a stale lock of a dead
 * process is taken over. For operations of seconds, not for the lifetime of a process.
 */
export async function withLock<T>(path: string, callback: () => Promise<T>): Promise<T> {
  const lockContent = `${process.pid} ${startTimeOf(process.pid) ?? ''} ${Math.random()}`
  const deadline = Date.now() + timeoutMs
  while (!(await acquire(path, lockContent))) {
    if (Date.now() > deadline) {
      throw new Error(`Waited ${timeoutMs / 1000} s for process ${await holderOf(path)}, which holds ${path}`)
    }
    await pause(40)
  }
  try {
    return await callback()
  } finally {
    await rm(path, { force: true })
  }
}

/** The command line of process `pid`; undefined if it does not exist or is a zombie. */
export function commandLineOf(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0 || !processExists(pid)) return undefined
  if (process.platform !== 'linux') return ps('command', pid)
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined
  } catch {
    return undefined
  }
}

/** Whether the pid exists, zombies included. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasErrorCode(error, 'EPERM')
  }
}

async function acquire(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) {
      // On a full disk an empty file would remain and block everyone.
      await rm(path, { force: true })
      throw error
    }
  }
  const existing = await readFile(path, 'utf8').catch(() => undefined)
  if (existing === undefined || (await isHeld(path, existing))) return false

  // Renaming ensures that only one of several waiting processes removes the stale lock.
  const stalePath = `${path}.${process.pid}`
  try {
    await rename(path, stalePath)
  } catch {
    return false
  }
  if ((await readFile(stalePath, 'utf8')) !== existing) {
    await rename(stalePath, path)
    return false
  }
  await rm(stalePath)
  return false
}

async function isHeld(path: string, content: string): Promise<boolean> {
  const [pid, startTime] = content.split(' ')
  if (!pid) {
    const fileStats = await stat(path).catch(() => undefined)
    return fileStats !== undefined && Date.now() - fileStats.mtimeMs < incompleteLockMs
  }
  if (!processExists(Number(pid))) return false
  // After a reboot the pid may belong to another process.
  const current = startTimeOf(Number(pid))
  return current === undefined || current === startTime
}

async function holderOf(path: string): Promise<string> {
  const content = await readFile(path, 'utf8').catch(() => '')
  return content.split(' ')[0] || 'unknown'
}

/** Start time of a process as an opaque text, which distinguishes processes with the same pid. */
function startTimeOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return ps('lstart', pid)?.replaceAll(/\s+/g, '-')
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const startTicks = status.slice(status.lastIndexOf(')') + 2).split(' ')[19]
    return `${boot}:${startTicks}`
  } catch {
    return undefined
  }
}

function ps(column: string, pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

/** Whether it is a system error with that code, such as `ENOENT`. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
