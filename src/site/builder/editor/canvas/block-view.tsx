import { useGetPuck } from '@puckeditor/core'
import { type ComponentType, type Ref, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Block } from '../../../../things/entries/page-document.ts'
import type { BlockJson } from '../../rest/page-json.ts'
import { settingsOf } from '../puck-document.ts'
import { wordPairs } from '../session/word-pairs.ts'
import { useCanvas } from './canvas-context.ts'
import { tidyDragAttributes } from './drag-attributes.ts'
import { editInline } from './inline-text.ts'

type PuckProps = Readonly<Record<string, unknown>> & { readonly id: string }
type ViewProps = { readonly props: PuckProps }

/** While somebody types, the server is asked when they pause. */
const PAUSE_MS = 300

const useWords = wordPairs({
  failed: ['This block could not be shown:', 'Ce bloc n’a pas pu être affiché :'],
  unknown: ['Unknown block {name} is kept as it is', 'Le bloc inconnu {name} est conservé tel quel'],
})

const dragRefOf = ({ puck }: PuckProps) => (puck as { readonly dragRef?: Ref<HTMLDivElement> } | undefined)?.dragRef

/** The HTML of a block. The former one stays until that of new settings is there. */
function useBlockHtml(block: Block): { readonly html: string | undefined; readonly problem: string | undefined } {
  const { html: source } = useCanvas()
  const [html, setHtml] = useState(source.cached(block))
  const [problem, setProblem] = useState<string>()
  const key = JSON.stringify(block)
  const isFirst = useRef(true)
  useEffect(() => {
    let isCurrent = true
    const show = (shown: string) => {
      if (!isCurrent) return
      setHtml(shown)
      setProblem(undefined)
    }
    const wanted = JSON.parse(key) as Block
    const cached = source.cached(wanted)
    const timer =
      cached === undefined
        ? setTimeout(
            () => void source.get(wanted).then(show, (error: Error) => isCurrent && setProblem(error.message)),
            isFirst.current ? 0 : PAUSE_MS,
          )
        : undefined
    isFirst.current = false
    if (cached !== undefined) show(cached)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [source, key])
  return { html, problem }
}

/** A block on the canvas: the server's HTML, with Puck's drop zones in the places of its slots. */
export function BlockView({ block, props }: ViewProps & { readonly block: BlockJson }) {
  const { numbers, slots, isReadOnly } = useCanvas()
  const words = useWords()
  const getPuck = useGetPuck()
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const { html, problem } = useBlockHtml({
    ...settingsOf(props, block),
    id: numbers.numberOf(props.id),
    lib: block.lib,
    block: block.name,
  })
  const [places, setPlaces] = useState<readonly (readonly [name: string, element: Element])[]>([])
  const waiting = useRef<string>(undefined)
  const placed = useRef<(text: string) => void>(() => undefined)

  const setOption = useCallback(
    (name: string, value: unknown) => {
      const { getItemById, getSelectorForId, dispatch } = getPuck()
      const item = getItemById(props.id)
      const selector = getSelectorForId(props.id)
      if (!item || !selector) return
      dispatch({
        type: 'replace',
        destinationIndex: selector.index,
        destinationZone: selector.zone,
        data: { ...item, props: { ...(item.props as PuckProps), [name]: value } },
      })
    },
    [getPuck, props.id],
  )
  const place = useCallback(
    (text: string) => {
      const element = host.current
      if (!element) return
      const template = document.createElement('template')
      template.innerHTML = text
      for (const edited of template.content.querySelectorAll<HTMLElement>('[data-edit]')) {
        const option = block.options.find(({ name }) => name === edited.dataset.edit)
        if (!option || isReadOnly) continue
        editInline(edited, {
          option,
          stored: () => textOf(latest.current[option.name]),
          onText: (typed) => setOption(option.name, typed),
          onDone: () => {
            const next = waiting.current
            waiting.current = undefined
            if (next !== undefined) placed.current(next)
          },
        })
      }
      const found = [...template.content.querySelectorAll<HTMLElement>('[data-slot]')].map(
        (slot) => [slot.dataset.slot ?? '', slot] as const,
      )
      element.replaceChildren(template.content)
      // New elements, so that what is within is put there anew: where a block can be dropped is measured once.
      setPlaces(found)
      slots.set(
        props.id,
        found.map(([name]) => name),
      )
    },
    [block, isReadOnly, setOption, slots, props.id],
  )
  useLayoutEffect(() => {
    placed.current = place
    if (html === undefined) return
    const active = host.current?.ownerDocument.activeElement ?? null
    if (isTypingIn(host.current, active)) waiting.current = html
    else place(html)
  }, [html, place])
  useEffect(() => (host.current ? tidyDragAttributes(host.current, { isGroup: true }) : undefined), [])

  const dragRef = dragRefOf(props)
  const setHost = useCallback(
    (element: HTMLDivElement | null) => {
      host.current = element
      if (typeof dragRef === 'function') dragRef(element)
    },
    [dragRef],
  )
  return (
    <>
      <div
        ref={setHost}
        className="samovar-block"
        role="group"
        tabIndex={-1}
        aria-label={block.title}
        data-empty={html === '' ? block.title : undefined}
        data-loading={html === undefined && !problem ? '' : undefined}
        data-problem={problem && `${words.failed} ${problem}`}
      />
      {places.map(([name, element]) => {
        const Slot = props[name] as ComponentType<{ minEmptyHeight: number }> | undefined
        return Slot && createPortal(<Slot minEmptyHeight={72} />, element, name)
      })}
    </>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Whether the cursor is in a text of this block, not in one of the blocks within. */
const isTypingIn = (host: Element | null, active: Element | null): boolean =>
  active?.matches('[data-edit]') === true && active.closest('.samovar-block') === host

/** A block of a library that this shop does not have. */
export function UnknownBlock({ props }: ViewProps) {
  const words = useWords()
  const { foreign, numbers } = useCanvas()
  const host = useRef<HTMLDivElement>(null)
  const { lib, block } = JSON.parse(textOf(props._rest) || '{}') as Partial<Block>
  const text = words.unknown.replace('{name}', `${lib}/${block}`)
  useEffect(() => (host.current ? tidyDragAttributes(host.current, { isGroup: true }) : undefined), [])
  const dragRef = dragRefOf(props)
  const setHost = useCallback(
    (element: HTMLDivElement | null) => {
      host.current = element
      if (typeof dragRef === 'function') dragRef(element)
    },
    [dragRef],
  )
  return (
    <div ref={setHost} className="samovar-block" role="group" tabIndex={-1} aria-label={text}>
      <p className="samovar-unknown">{text}</p>
      <div dangerouslySetInnerHTML={{ __html: foreign[numbers.numberOf(props.id)] ?? '' }} />
    </div>
  )
}
