// Runs a program of the shop on Node 24 in our place: its output, its signals and its exit code are ours.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { node, root, shopEnvironment } from './prepare.mjs'

const leaveWithParent = join(root, 'scripts/leave-with-parent.mjs')

/** Answers the exit code. The program ends when we end, also when we are killed. */
export function handOver(args, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, ['--import', leaveWithParent, ...args], {
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
    // A terminal sends Ctrl-C to the program as well; a second one could mean "at once".
    process.on('SIGINT', () => {
      if (!process.stdin.isTTY) child.kill('SIGINT')
    })
    watchNpm(() => child.kill('SIGTERM'))
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

/** npm outlives what it runs, unless it is killed; then nobody is left to stop the shop, and its port would stay taken. */
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

/** Our parent and its parent: between npm and us there may stand a shell, which would go on waiting for us. */
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
