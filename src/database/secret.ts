/** Secrets the shop makes for itself on its first start and keeps in DATA_DIR/secrets, readable by its own user only. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isCode } from './process-lock.ts'

/** The secret of that name: 64 hexadecimal digits, made once. Processes that ask for it at the same moment get the same one. */
export async function keptSecret(dataDir: string, name: string): Promise<string> {
  const kept = await readSecret(dataDir, name)
  if (kept !== undefined) return kept
  await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  const path = secretPath(dataDir, name)
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    // A link appears whole or not at all, and never replaces what another process has just written.
    await link(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
  return keptSecret(dataDir, name)
}

/** The secret of that name, or undefined where none was ever made. */
export async function readSecret(dataDir: string, name: string): Promise<string | undefined> {
  try {
    return (await readFile(secretPath(dataDir, name), 'utf8')).trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function secretPath(dataDir: string, name: string): string {
  return join(dataDir, 'secrets', name)
}
