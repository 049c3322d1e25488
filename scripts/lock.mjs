// A lock between processes. The process that listens on a socket holds the lock, so it is released whenever and however
// that process ends.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs `work` while no other process holds the lock of that name; `onWait` is called if it has to wait. */
export async function withLock(name, onWait, work) {
  const path = socketPath(name)
  let server = await listen(path)
  if (!server) onWait()
  while (!server) {
    await untilFree(path)
    server = await listen(path)
  }
  const waiting = new Set()
  server.on('connection', (socket) => {
    waiting.add(socket)
    socket.on('error', () => {})
  })
  try {
    return await work()
  } finally {
    for (const socket of waiting) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
}

// Linux keeps abstract socket names in the kernel, so no file is left behind when a process is killed.
function socketPath(name) {
  const short = `samovar-${process.getuid?.() ?? 0}-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`
  return process.platform === 'linux' ? `\0${short}` : join(tmpdir(), short)
}

function listen(path) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(path, () => resolve(server))
  })
}

function untilFree(path) {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.on('error', (error) => {
      if (error.code === 'ECONNREFUSED' && !path.startsWith('\0')) rmSync(path, { force: true })
    })
    socket.on('close', () => setTimeout(resolve, 50))
    socket.resume()
  })
}
