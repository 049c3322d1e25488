/** Secrets generated on first start, stored in DATA_DIR/secrets, readable by the owner only. */
import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectory } from './make-directory.ts'
import { hasErrorCode } from './process-lock.ts'

/** The secret of that name: 64 hexadecimal digits, created once. Concurrent processes get the same one. */
export async function loadOrCreateSecret(dataDir: string, name: string): Promise<string> {
  const existing = await readSecret(dataDir, name)
  if (existing !== undefined) return existing
  await makeDirectory(join(dataDir, 'secrets'), 0o700)
  const path = secretPath(dataDir, name)
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(temporary, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    // `link` is atomic and never replaces an existing file.
    await link(temporary, path)
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
  } finally {
    await rm(temporary)
  }
  return loadOrCreateSecret(dataDir, name)
}

/** Replaces a secret by one from a backup. */
export async function replaceSecret(dataDir: string, name: string, secret: string): Promise<void> {
  await makeDirectory(join(dataDir, 'secrets'), 0o700)
  const path = secretPath(dataDir, name)
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(temporary, `${secret}\n`, { mode: 0o600, flush: true })
  await rename(temporary, path)
}

export async function readSecret(dataDir: string, name: string): Promise<string | undefined> {
  try {
    return (await readFile(secretPath(dataDir, name), 'utf8')).trim()
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const secretPath = (dataDir: string, name: string): string => join(dataDir, 'secrets', name)
