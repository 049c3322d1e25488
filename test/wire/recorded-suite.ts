/**
 * Sends the recorded exchanges of the REST API in order, and compares complete responses: status, headers, names, types
 * and values. Every difference has to be named and explained in docs/compatibility.md; a named difference that no
 * longer occurs is a failure, too.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { compareBodies, compareHeaders } from './compare.ts'
import { type Deviation, type Exchange, explained, recordedExchanges } from './replay.ts'

export type RecordedCall = Exchange & { readonly auth?: string }

export const deviation = (reason: string, where: RegExp): Deviation => ({ reason, where })

type Suite = {
  /** Sends the request to our shop, after preparing what the exchange needs. */
  readonly send: (exchange: RecordedCall, file: string) => Promise<Response>
  /** Deviations in every file, in one file, or in one exchange of a file. */
  readonly always: readonly Deviation[]
  readonly ofFile: Readonly<Record<string, readonly Deviation[]>>
  readonly byName: Readonly<Record<string, Readonly<Record<string, readonly Deviation[]>>>>
}

/** These headers were recorded only in the first exchange of a file. */
const once = /^header (x-robots|x-content-type-options|access-control|link)/

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function replayFiles(files: readonly string[], { send, always, ofFile, byName }: Suite): void {
  const observed = new Set<Deviation>()
  describe.each(files)('[API-02] recorded %s', (file) => {
    test.each(recordedExchanges(file) as RecordedCall[])('$name', async (exchange) => {
      const { response, trimmed, name } = exchange
      const ours = await send(exchange, file)
      const text = await ours.text()
      expect(ours.status, text).not.toBe(500)
      const differences = [
        ...(ours.status === response.status
          ? []
          : [{ where: 'status', recorded: response.status, ours: `${ours.status} ${text.slice(0, 300)}` }]),
        ...compareHeaders(response.headers, ours.headers).filter(({ where }) => !once.test(where)),
        ...compareBodies(response.body, response.body_kind === 'json' ? parsed(text) : text, {
          isCut: trimmed !== undefined && trimmed !== null,
        }),
      ]
      const expected = [...always, ...(ofFile[file] ?? []), ...(byName[file]?.[name] ?? [])]
      for (const one of expected) if (differences.some(({ where }) => one.where.test(where))) observed.add(one)
      expect(differences.filter(({ where }) => !expected.some((one) => one.where.test(where)))).toEqual([])
    })
  })
  afterAll(() => {
    const all = [
      ...always,
      ...Object.values(ofFile).flat(),
      ...Object.values(byName).flatMap((one) => Object.values(one).flat()),
    ]
    expect(all.filter((one) => !observed.has(one)).map(({ reason, where }) => `${reason} ${where}`)).toEqual([])
    expect(all.filter(({ reason }) => !explained.has(reason)).map(({ reason }) => reason)).toEqual([])
  })
}
