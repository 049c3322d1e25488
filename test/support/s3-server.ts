/**
 * A real server with the S3 API, OpenStack Swift from Debian's packages (`scripts/swift.mjs` installs it), behind a
 * proxy with which a test disturbs it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { S3Bucket } from '../../src/platform/files/s3-store.ts'

/** Swift may be missing on a developer's machine; a complete test run installs it. */
export const hasS3Server = existsSync('/usr/bin/swift-proxy-server')

const parts = ['object', 'container', 'account'] as const

/** Writes the ring files, which name the port of each part. */
const makeRings = `
import sys
from swift.common.ring import RingBuilder
for name, port in zip(sys.argv[2::2], sys.argv[3::2]):
    builder = RingBuilder(2, 1, 1)
    place = {'ip': '127.0.0.1', 'port': int(port), 'replication_ip': '127.0.0.1', 'replication_port': int(port)}
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'device': 'disk', 'weight': 1.0, 'meta': '', **place})
    builder.rebalance()
    builder.get_ring().save(sys.argv[1] + '/' + name + '.ring.gz')
`

const common = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
workers = 0
user = ${userInfo().username}
log_level = ERROR
log_address = /nowhere
`

/** By default, a part that does not answer within half a second, or not yet, is not asked for a minute. */
const proxyConfiguration = `[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 10
error_suppression_interval = 0
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
allow_multipart_uploads = false
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_teas_owner = steeped .admin
`

/**
 * `hang`: no response. `cut`: the connection ends in the middle of the response. `cut-request`: it ends before the
 * request has arrived. `busy`: a response that asks to retry later.
 */
type Fault = 'hang' | 'cut' | 'cut-request' | 'busy'

/** Starts the server, if it is installed, with an empty bucket; its files are below the folder `parent`. */
export async function startS3Server(parent: string) {
  const swift = hasS3Server ? await startSwift(join(parent, 'swift')) : null
  const faults: Fault[] = []
  const requests: string[] = []
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    requests.push(`${method} ${url}`)
    const fault = faults.shift()
    if (fault === 'hang') return
    if (fault === 'busy') return void outgoing.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    if (fault === 'cut-request') return void incoming.once('data', () => incoming.destroy())
    const target = { host: '127.0.0.1', port: swift?.port, method, path: url, headers, agent: false }
    const asked = request(target, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      if (fault === 'cut')
        answer.once('data', (chunk: Buffer) => outgoing.write(chunk.subarray(0, 100), () => outgoing.destroy()))
      // Swift writes the end of a chunked body even after a response that has no body.
      else if (method === 'HEAD') outgoing.end()
      else answer.pipe(outgoing)
    })
    asked.on('error', () => outgoing.writableEnded || outgoing.destroy())
    incoming.pipe(asked)
  }).listen(0, '127.0.0.1')
  await new Promise((done) => proxy.once('listening', done))
  const bucket: S3Bucket = {
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    bucket: 'teas',
    region: 'us-east-1',
    accessKeyId: 'teas:owner',
    secretAccessKey: 'steeped',
    isPathStyle: true,
  }
  if (swift) await createBucket(bucket)
  return {
    bucket,
    requests,
    /** Disturbs the next requests: the first fault applies to the first request, and so on. */
    disturb(...next: readonly Fault[]) {
      faults.splice(0, faults.length, ...next)
    },
    async stop() {
      proxy.closeAllConnections()
      proxy.close()
      await swift?.stop()
    },
  }
}

async function startSwift(folder: string) {
  await mkdir(join(folder, 'devices/disk'), { recursive: true })
  const ports = await freePorts(parts.length + 1)
  const [port = 0, ...partPorts] = ports
  const listens = parts.flatMap((name, at) => [name, String(partPorts[at])])
  execFileSync('/usr/bin/python3', ['-c', makeRings, folder, ...listens])
  await writeFile(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = teas\n')
  const children: ChildProcess[] = []
  const end = () => children.forEach((child) => child.kill('SIGKILL'))
  process.once('exit', end)
  for (const [at, name] of (['proxy', ...parts] as const).entries()) {
    const file = join(folder, `${name}-server.conf`)
    const own = `[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`
    await writeFile(file, common(folder, ports[at] ?? 0) + (name === 'proxy' ? proxyConfiguration : own))
    children.push(spawn(`/usr/bin/swift-${name}-server`, [file], { stdio: 'ignore' }))
  }
  return {
    port,
    async stop() {
      process.off('exit', end)
      const ended = children.map((child) => new Promise((done) => child.once('exit', done)))
      end()
      await Promise.all(ended)
    },
  }
}

async function createBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Bucket): Promise<void> {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  for (const deadline = Date.now() + 30_000; ; await pause(200)) {
    const answer = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' }).catch(() => null)
    if (answer?.ok) return
    if (Date.now() > deadline) throw new Error(`Swift did not start: ${answer && (await answer.text())}`)
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createSocketServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => new Promise((done) => server.once('listening', done))))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return ports
}
