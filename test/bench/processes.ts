import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecordedResponse } from './baseline-server.ts'
import type { LoadResult, LoadSpec } from './load.ts'

const program = (name: string): string => join(import.meta.dirname, name)

export type BaselineServer = { readonly port: number; readonly pid: number; stop(): Promise<void> }

export async function startBaselineServer(
  port: number,
  responses: readonly RecordedResponse[],
): Promise<BaselineServer> {
  const child = fork(program('baseline-server.ts'), { stdio: 'inherit' })
  child.send({ port, responses })
  await once(child, 'message')
  return { port, pid: child.pid ?? 0, stop: () => stopChild(child) }
}

export type LoadTool = { run(order: LoadSpec): Promise<LoadResult>; stop(): Promise<void> }

export function startLoadTool(): LoadTool {
  const child = fork(program('load.ts'), { stdio: 'inherit' })
  return {
    async run(order) {
      child.send(order)
      const [result] = (await once(child, 'message')) as [LoadResult]
      return result
    },
    stop: () => stopChild(child),
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  child.disconnect()
  await once(child, 'exit')
}

/** Processor time that a process has used so far, in microseconds; undefined if the system does not report it. */
export async function processorTime(pid: number): Promise<number | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (line === undefined) return undefined
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return ticks * 10_000
}

/** Memory of a process in MB. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
