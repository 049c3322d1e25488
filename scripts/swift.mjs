// The S3 server for the tests: OpenStack Swift from Debian's packages, which has an S3 API (s3api).
import { existsSync } from 'node:fs'
import { run, say, seconds } from './prepare.mjs'

const packages = ['swift-proxy', 'swift-object', 'swift-container', 'swift-account']
const isPresent = () => existsSync('/usr/bin/swift-proxy-server') && existsSync('/usr/bin/swift-account-server')

/** Installs Swift as root on Debian. On other machines the S3 tests are skipped, and a message says so. */
export async function installSwift() {
  if (isPresent()) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    say(`tests of S3 are left out, because Swift is missing. On Debian: apt-get install ${packages.join(' ')}`)
    return
  }
  const started = Date.now()
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, heartbeat: 'installing Swift' }
  say("installing Swift from the system's packages (apt-get), for tests of S3")
  await run('apt-get', ['update', '-q'], options)
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options)
  if (!isPresent()) return say('Swift could not be installed (see above): tests of S3 are left out')
  say(`Swift installed in ${seconds(started)}`)
}
