// Runs a program of the shop on Node 24 in place of this process: forwards its output, signals and exit code.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { node, root, shopEnvironment } from './prepare.mjs'

const exitWithParent = join(root, 'scripts/exit-with-parent.mjs')

/** Returns the exit code. The program ends when this process ends, even if this one is killed. */
export function runInPlace(args, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, ['--import', exitWithParent, ...args], {
      stdio: 'inherit',
      env: {
        NODE_ENV: 'development',
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/samovar-node'),
        ...shopEnvironment(),
        ...environment,
        SAMOVAR_PARENT: String(process.pid),
      },
    })
    const forward = (signal) => child.kill(signal)
    process.on('SIGTERM', forward)
    process.on('SIGHUP', forward)
    // In a terminal, Ctrl-C also reaches the program directly; a second signal could mean "stop immediately".
    process.on('SIGINT', () => {
      if (!process.stdin.isTTY) child.kill('SIGINT')
    })
    watchNpm(() => child.kill('SIGTERM'))
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

/**
 * npm normally ends after the programs that it runs. If npm is killed, nothing else would stop the shop, and its port
 * would stay in use.
 */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return
  const line = ancestors()
  const timer = setInterval(() => {
    if (ancestors() === line) return
    clearInterval(timer)
    onGone()
  }, 500)
  timer.unref()
}

/** The ids of the parent and of its parent: npm may have started a shell in between, which would keep waiting. */
function ancestors() {
  if (process.platform !== 'linux') return String(process.ppid)
  try {
    const status = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${status.slice(status.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return 'gone'
  }
}
