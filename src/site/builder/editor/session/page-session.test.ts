import { describe, expect, test } from 'vitest'
import { type RestClient, RestError, type RestFailure, restClient } from '../../../../platform/admin/rest.client.ts'
import type { PageDocument } from '../../../../things/entries/page-document.ts'
import type { LockJson, PageJson } from '../../rest/page-json.ts'
import { browserCopies } from './page-copies.ts'
import { PageSession } from './page-session.ts'

const saying = (text: string): PageDocument => ({
  version: '4.0.0',
  blocks: [{ id: 1, lib: 'Samovar', block: 'rich_text', text }],
})
const stored: PageJson = {
  id: 7,
  kind: 'page',
  title: 'About',
  status: 'publish',
  date_gmt: '2026-11-01T10:00:00',
  is_date_open: false,
  modified_gmt: '2026-11-01T10:00:00',
  version: 3,
  link: '/about/',
  preview_link: '/?p=7',
  frame_link: '/about/?sktbuilder=true',
  document: saying('Old'),
  is_built: true,
  draft: null,
  lock: null,
}
const theirs: LockJson = { user_id: 9, name: 'Noor', session: 'theirs', renewed_at_gmt: '2026-11-26T10:00:00' }
const offline: RestFailure = { kind: 'offline' }
const refused = (status: number): RestFailure => ({ kind: 'refused', status, code: '', message: 'No.', fields: {} })

/** An editor on a page, without a browser; its time passes only when a test advances it. */
function openEditor(page: PageJson = stored, inBrowser: string | null = null) {
  let document = page.document
  let time = 100_000
  const browser = new Map(inBrowser === null ? [] : [['samovar-builder:4:7:earlier', inBrowser]])
  const sent: [string, unknown][] = []
  const failures: RestFailure[] = []
  const world = { lock: null as LockJson | null, current: page, isFull: false }
  const answer = (
    method: string,
    path: string,
    body: { document?: PageDocument; version?: number; title?: string },
  ) => {
    sent.push([`${method} ${path.replace(/^.*pages\/7/, '')}`, body])
    const failure = failures.shift()
    if (failure) throw new RestError(failure)
    if (path.includes('/draft')) {
      const isElsewhere = world.lock?.user_id === 4
      return { saved_at_gmt: isElsewhere ? null : '2026-11-26T10:00:00', lock: world.lock }
    }
    if (path.endsWith('/lock')) return { lock: world.lock }
    world.current = {
      ...world.current,
      document: body.document ?? world.current.document,
      title: body.title ?? '',
      version: world.current.version + 1,
    }
    return world.current
  }
  const rest = {
    get: async () => world.current,
    send: async (method: 'PUT', path: string, body: object, options?: { keepalive: true }) =>
      options ? restClient('nonce', async () => null).send(method, path, body, options) : answer(method, path, body),
  } as unknown as RestClient
  const session = new PageSession(page, {
    rest,
    userId: 4,
    canvas: {
      document: () => document,
      replace: (next) => {
        document = next
      },
    },
    browser: browserCopies(
      {
        get length() {
          return browser.size
        },
        key: (index) => [...browser.keys()][index] ?? null,
        getItem: (key) => browser.get(key) ?? null,
        setItem: (key, text) => {
          if (world.isFull) throw new DOMException('full', 'QuotaExceededError')
          browser.set(key, text)
        },
        removeItem: (key) => browser.delete(key),
      },
      4,
      7,
    ),
    now: () => time,
  })
  return {
    session,
    sent,
    failures,
    world,
    storage: browser,
    browser: () => [...browser.values()].at(-1) ?? null,
    shown: () => document,
    write: (text: string) => {
      document = saying(text)
    },
    /** Checks for changes every second, as the running editor does. */
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        time += 1000
        session.storeChanges()
        await new Promise((done) => setImmediate(done))
      }
    },
  }
}

const drafts = (sent: readonly [string, unknown][]) => sent.filter(([call]) => call === 'PUT /draft')

describe('[BLD-11 drafts] what is written', () => {
  test('is in the browser within a second and at the server within five, and nothing is sent without a change', async () => {
    const editor = openEditor()
    await editor.pass(10)
    expect(editor.sent).toEqual([])
    editor.write('One')
    await editor.pass(1)
    expect(editor.browser()).toContain('One')
    expect(drafts(editor.sent)).toHaveLength(1)
    editor.write('Two')
    await editor.pass(1)
    expect(editor.browser()).toContain('Two')
    await editor.pass(3)
    expect(drafts(editor.sent).at(-1)?.[1]).toMatchObject({ document: saying('Two'), title: 'About', base_version: 3 })
    await editor.pass(20)
    expect(drafts(editor.sent)).toHaveLength(2)
  })

  test('is sent again after longer and longer pauses while the shop is away, and stays in the browser', async () => {
    const editor = openEditor()
    editor.failures.push(offline, refused(503), offline)
    editor.write('One')
    await editor.pass(1)
    expect(editor.session.read()).toMatchObject({ failure: offline, isInBrowser: true, isDirty: true })
    await editor.pass(3)
    expect(drafts(editor.sent)).toHaveLength(1)
    await editor.pass(1 + 8 + 16)
    expect(drafts(editor.sent)).toHaveLength(4)
    expect(editor.session.read()).toMatchObject({ failure: null, draftSavedAt: new Date('2026-11-26T10:00:00Z') })
  })

  test('is sent to the server also when the browser has no room', async () => {
    const editor = openEditor()
    editor.world.isFull = true
    editor.write('One')
    await editor.pass(2)
    expect(editor.session.read().isInBrowser).toBe(false)
    expect(drafts(editor.sent)).toHaveLength(1)
  })

  test('leaves no draft when the time for one comes while it is being saved', async () => {
    const editor = openEditor()
    editor.write('One')
    const saving = editor.session.save()
    const drafted = editor.session.storeDraft()
    expect([await saving, await drafted]).toEqual([true, true])
    expect(drafts(editor.sent)).toEqual([])
  })

  test('leaves no copies once it is saved, or undone up to what is saved', async () => {
    const editor = openEditor()
    editor.write('One')
    await editor.pass(1)
    await editor.session.save()
    expect(editor.session.read()).toMatchObject({ isDirty: false, page: { version: 4 } })
    expect(editor.browser()).toBeNull()
    editor.write('Two')
    await editor.pass(5)
    editor.write('One')
    await editor.pass(1)
    expect(editor.browser()).toBeNull()
    expect(editor.sent.at(-1)?.[0]).toMatch(/^DELETE \/draft\?session=/)
  })

  test('of an earlier time is offered, and untouched until it is chosen or dropped', async () => {
    const draft = {
      document: saying('Server'),
      title: 'Server title',
      base_version: 2,
      saved_at_gmt: '2026-11-26T09:00:00',
    }
    const copy = {
      place: 'browser',
      document: saying('Browser'),
      title: 'New',
      baseVersion: 3,
      savedAt: new Date('2026-11-26T09:00:04Z'),
    } as const
    const editor = openEditor({ ...stored, draft }, JSON.stringify(copy))
    expect(editor.session.read().offers.map(({ place }) => place)).toEqual(['browser', 'server'])
    await editor.pass(10)
    editor.session.leave()
    expect(drafts(editor.sent)).toEqual([])
    const [browser, server] = editor.session.read().offers
    if (!browser || !server) throw new Error('Nothing is offered')
    await editor.session.drop(browser)
    expect(editor.browser()).toBeNull()
    editor.session.restoreCopy(server)
    expect(editor.shown()).toEqual(saying('Server'))
    await editor.session.save()
    // The save names the version on which the draft is based, so that it does not overwrite versions in between.
    expect(editor.sent.at(-1)?.[1]).toMatchObject({ version: 2, title: 'Server title' })
  })
})

describe('another version was saved meanwhile', () => {
  async function inConflict() {
    const editor = openEditor()
    editor.write('Mine')
    editor.world.current = { ...stored, version: 4, document: saying('Theirs') }
    editor.failures.push(refused(409))
    await editor.session.save({ status: 'publish' })
    expect(editor.session.read().conflict?.current.document).toEqual(saying('Theirs'))
    return editor
  }

  test('mine is saved over theirs', async () => {
    const editor = await inConflict()
    await editor.session.resolveConflict('own')
    expect(editor.sent.at(-1)?.[1]).toMatchObject({ version: 4, document: saying('Mine'), status: 'publish' })
    expect(editor.session.read()).toMatchObject({ conflict: null, isDirty: false })
  })

  test('theirs is taken', async () => {
    const editor = await inConflict()
    await editor.session.resolveConflict('stored')
    expect(editor.shown()).toEqual(saying('Theirs'))
    expect(editor.session.read()).toMatchObject({ conflict: null, isDirty: false, page: { version: 4 } })
  })

  test('looking on leaves both', async () => {
    const editor = await inConflict()
    await editor.session.resolveConflict('later')
    await editor.pass(1)
    expect(editor.shown()).toEqual(saying('Mine'))
    expect(editor.session.read()).toMatchObject({ conflict: null, isDirty: true, page: { version: 3 } })
  })

  test('what was saved although the answer was lost is no conflict', async () => {
    const editor = openEditor()
    editor.write('Mine')
    editor.world.current = { ...stored, version: 4, document: saying('Mine') }
    editor.failures.push(refused(409))
    expect(await editor.session.save()).toBe(true)
    expect(editor.session.read()).toMatchObject({ conflict: null, isDirty: false, page: { version: 4 } })
  })
})

describe('lock', () => {
  test('of somebody else lets nothing be written, until it is taken over', async () => {
    const editor = openEditor({ ...stored, lock: theirs })
    expect(editor.session.read().holder).toEqual(theirs)
    editor.write('Mine')
    await editor.pass(10)
    expect(editor.sent).toEqual([])
    editor.write('Old')
    editor.world.current = { ...stored, version: 4, document: saying('Theirs') }
    await editor.session.renewLock(true)
    expect(editor.sent.at(-1)?.[1]).toMatchObject({ take_over: true })
    expect(editor.session.read().holder).toBeNull()
    expect(editor.shown()).toEqual(saying('Theirs'))
  })

  test('taken over, what was written is stored as a draft', async () => {
    const editor = openEditor()
    await editor.pass(1)
    editor.write('One')
    await editor.pass(1)
    editor.write('Two')
    editor.world.lock = theirs
    await editor.session.renewLock()
    expect(editor.session.read().holder).toEqual(theirs)
    await editor.pass(1)
    expect(drafts(editor.sent).at(-1)?.[1]).toMatchObject({ document: saying('Two') })
  })

  test('taken over before this window knows, a save is refused, and what was written stays as a draft', async () => {
    const editor = openEditor()
    editor.write('Mine')
    editor.world.lock = theirs
    editor.failures.push({ ...refused(409), code: 'samovar_rest_page_locked' } as RestFailure)
    expect(await editor.session.save({ status: 'publish' })).toBe(false)
    await editor.pass(1)
    expect(editor.session.read()).toMatchObject({ holder: theirs, conflict: null, failure: null, isInBrowser: true })
    expect(editor.browser()).toContain('Mine')
    expect(drafts(editor.sent).at(-1)?.[1]).toMatchObject({ document: saying('Mine') })
  })

  test('that cannot be renewed hinders nobody', async () => {
    const editor = openEditor()
    editor.failures.push(offline)
    await editor.session.renewLock()
    expect(editor.session.read()).toMatchObject({ failure: null, holder: null })
  })
})

describe('[BLD-11 drafts] another window of the same user', () => {
  const otherWindow: LockJson = { ...theirs, user_id: 4, name: 'Ada', session: 'other-window' }
  const draftOf = (text: string) => ({
    document: saying(text),
    title: null,
    base_version: 3,
    saved_at_gmt: '2026-11-26T10:00:00',
  })

  test('has the lock until this one takes it over, and what it wrote is offered', async () => {
    const editor = openEditor({ ...stored, lock: otherWindow })
    expect(editor.session.read().holder).toEqual(otherWindow)
    editor.world.current = { ...stored, draft: draftOf('Of the other window') }
    await editor.session.renewLock(true)
    const { holder, offers } = editor.session.read()
    expect([holder, offers.map(({ document }) => document)]).toEqual([null, [saying('Of the other window')]])
    await editor.pass(10)
    expect(drafts(editor.sent)).toEqual([])
  })

  test('that took the lock over keeps its draft; what was written here stays in the browser, and both are offered', async () => {
    const editor = openEditor()
    editor.write('Mine')
    await editor.pass(1)
    editor.write('Mine, later')
    editor.world.lock = otherWindow
    await editor.pass(10)
    expect(drafts(editor.sent)).toHaveLength(2)
    expect(editor.session.read()).toMatchObject({ holder: otherWindow, isInBrowser: true, draftSavedAt: null })
    expect(editor.browser()).toContain('Mine, later')
    editor.world.lock = null
    editor.world.current = { ...stored, draft: draftOf('Of the other window') }
    await editor.session.renewLock(true)
    const { offers } = editor.session.read()
    expect(offers.map(({ document }) => document)).toEqual([saying('Of the other window'), saying('Mine, later')])
    expect(editor.shown()).toEqual(saying('Mine, later'))
  })

  test('may have dropped the copies of this one, which are stored again once this one has the lock', async () => {
    const editor = openEditor()
    editor.write('Mine')
    await editor.pass(1)
    editor.world.lock = otherWindow
    await editor.session.renewLock()
    editor.storage.clear()
    editor.world.lock = null
    await editor.session.renewLock(true)
    expect(editor.session.read()).toMatchObject({ holder: null, offers: [] })
    await editor.pass(5)
    expect(drafts(editor.sent)).toHaveLength(2)
    expect(editor.browser()).toContain('Mine')
  })

  test('has its own copy in the browser, which only its own save and the choice of the user delete', async () => {
    const editor = openEditor()
    editor.storage.set('samovar-builder:4:7:other', JSON.stringify({ ...draftOf('Other'), baseVersion: 3, savedAt: 0 }))
    editor.write('Mine')
    await editor.pass(1)
    expect(editor.storage.size).toBe(2)
    await editor.session.save()
    expect([...editor.storage.keys()]).toEqual(['samovar-builder:4:7:other'])
    expect(openEditor(stored, editor.browser()).session.read().offers).toHaveLength(1)
  })

  test('that wrote more since its copy was offered keeps that', async () => {
    const copy = { ...draftOf('Offered'), baseVersion: 3, savedAt: '2026-11-26T10:00:00.000Z' }
    const editor = openEditor(stored, JSON.stringify(copy))
    const [offered] = editor.session.read().offers
    if (!offered) throw new Error('Nothing is offered')
    editor.storage.set('samovar-builder:4:7:earlier', JSON.stringify({ ...copy, document: saying('More') }))
    await editor.session.drop(offered)
    expect(editor.session.read().offers).toEqual([])
    expect(editor.storage.size).toBe(1)
  })
})

test('leaving sends what is not stored, and gives the lock up', async () => {
  const calls: [string, string | undefined, boolean | undefined][] = []
  const before = globalThis.fetch
  globalThis.fetch = async (path, init) => {
    calls.push([
      `${init?.method} ${path as string}`.replace(/ .*pages\/7|\?.*/g, ' '),
      init?.body as string,
      init?.keepalive,
    ])
    return new Response('{}')
  }
  const editor = openEditor()
  editor.write('Last words')
  editor.session.leave()
  globalThis.fetch = before
  expect(editor.browser()).toContain('Last words')
  expect(calls.map(([call]) => call.trim())).toEqual(['PUT /draft', 'DELETE /lock'])
  expect(calls[0]?.[1]).toContain('Last words')
  expect(calls.every(([, , keepalive]) => keepalive)).toBe(true)
})
