/** Knowing whether a process still lives, and a lock file that only one living process can hold. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

const timeoutMs = 180_000
const incompleteLockMs = 5_000

/**
 * Runs `work` while holding the lock file `path`. A process that finds it held waits; one that finds it left behind by a dead
 * process takes it over. For steps of seconds, not for the life of a program.
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

/** The arguments process `pid` was started with; undefined when it is gone, and also when it only waits to be buried. */
export function commandLineOf(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0 || !processExists(pid)) return undefined
  if (process.platform !== 'linux') return ps('command', pid)
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined
  } catch {
    return undefined
  }
}

/** Whether the number is taken, be it by a process that has ended and only waits to be buried. */
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
      // On a full disk the file is made and stays empty, and would stand in everybody's way.
      await rm(path, { force: true })
      throw error
    }
  }
  const existing = await readFile(path, 'utf8').catch(() => undefined)
  if (existing === undefined || (await isHeld(path, existing))) return false

  // Renaming lets one of several waiting processes clear the old lock away, and shows that it was the old one.
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
  // After a restart of the machine or container the number may belong to somebody else.
  const current = startTimeOf(Number(pid))
  return current === undefined || current === startTime
}

async function holderOf(path: string): Promise<string> {
  const content = await readFile(path, 'utf8').catch(() => '')
  return content.split(' ')[0] || 'unknown'
}

/** When a process was started, as an opaque text that no other process with the same number shares. */
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

/** True for a system error of that code, such as `ENOENT`. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
