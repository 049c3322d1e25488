import { useGetPuck } from '@puckeditor/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentType, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Block } from '../../../../things/entries/page-document.ts'
import type { BlockJson } from '../../rest/page-json.ts'
import { readStored, settingsOf } from '../puck-document.ts'
import { defineWords } from '../words.ts'
import { useCanvas, usePuckStore } from './canvas-context.tsx'
import { tidyDragAttributes } from './drag-attributes.ts'
import { editInline } from './inline-text.ts'

type PuckProps = Readonly<Record<string, unknown>> & { readonly id: string }
type ViewProps = { readonly props: PuckProps }

/** Debounces rendering while the user types. */
const PAUSE_MS = 300

const useWords = defineWords({
  failed: ['This block could not be shown:', 'Ce bloc n’a pas pu être affiché :'],
  unknown: ['Unknown block {name} is kept as it is', 'Le bloc inconnu {name} est conservé tel quel'],
})

/** HTML of a block. The previous HTML remains until the new one has loaded. */
function useBlockHtml(block: Block) {
  const { renderBlock } = useCanvas()
  const isFirst = useRef(true)
  return useQuery({
    queryKey: ['block', block],
    queryFn: async ({ signal }) => {
      if (!isFirst.current) await new Promise((done) => setTimeout(done, PAUSE_MS))
      isFirst.current = false
      signal.throwIfAborted()
      return renderBlock(block)
    },
    placeholderData: keepPreviousData,
  })
}

/** The element of a block, which Puck drags. */
function useHost({ puck }: PuckProps) {
  const host = useRef<HTMLDivElement>(null)
  const { dragRef } = puck as { readonly dragRef?: ((element: HTMLDivElement | null) => void) | null }
  const setHost = useCallback(
    (element: HTMLDivElement) => {
      host.current = element
      dragRef?.(element)
      const leave = tidyDragAttributes(element)
      return () => {
        leave()
        dragRef?.(null)
        host.current = null
      }
    },
    [dragRef],
  )
  return { host, attributes: { ref: setHost, className: 'samovar-block', role: 'group', tabIndex: -1 } as const }
}

/** A block on the canvas: HTML from the server, with Puck's drop zones in place of its slots. */
export function BlockView({ block, props }: ViewProps & { readonly block: BlockJson }) {
  const { numbers, setSlots, isReadOnly } = useCanvas()
  const words = useWords()
  const getPuck = useGetPuck()
  const isDragging = usePuckStore(({ appState }) => appState.ui.isDragging)
  const { host, attributes } = useHost(props)
  const { id } = props
  const { lib, name } = block
  const { data, error, isPending } = useBlockHtml({
    ...settingsOf(props, block),
    id: numbers.numberOf(id),
    lib,
    block: name,
  })
  const [isTyping, setIsTyping] = useState(false)
  const [slotElements, setSlotElements] = useState<readonly (readonly [name: string, element: Element])[]>([])
  const shownKey = useRef<string>(undefined)

  useLayoutEffect(() => {
    // What is typed after another editor took the lock would not be stored.
    if (isReadOnly && isTyping) (host.current?.ownerDocument.activeElement as HTMLElement | null)?.blur()
    const contentKey = `${isReadOnly} ${data}`
    // A block with focus in its text, or a block during a drag, is replaced only afterwards.
    const isInUse = isTyping || (isDragging && shownKey.current !== undefined)
    if (!host.current || data === undefined || isInUse || shownKey.current === contentKey) return
    shownKey.current = contentKey
    const { content } = Object.assign(document.createElement('template'), { innerHTML: data })
    for (const edited of content.querySelectorAll<HTMLElement>('[data-edit]')) {
      const option = block.options.find((one) => one.name === edited.dataset.edit)
      if (!option || isReadOnly) continue
      editInline(edited, {
        option,
        stored: () => textOf(getPuck().getItemById(id)?.props[option.name]),
        onText(typed) {
          const { getItemById, getSelectorForId, dispatch } = getPuck()
          const item = getItemById(id)
          const at = getSelectorForId(id)
          if (!item || !at) return
          const changed = { ...item, props: { ...(item.props as PuckProps), [option.name]: typed } }
          dispatch({ type: 'replace', destinationIndex: at.index, destinationZone: at.zone, data: changed })
        },
      })
    }
    const nextSlotElements = [...content.querySelectorAll<HTMLElement>('[data-slot]')].map(
      (slot) => [slot.dataset.slot ?? '', slot] as const,
    )
    host.current.replaceChildren(content)
    // New elements make Puck insert the slots again, because it measures drop zones only once.
    setSlotElements(nextSlotElements)
    setSlots(
      id,
      nextSlotElements.map(([slot]) => slot),
    )
  }, [data, block, id, isReadOnly, isTyping, isDragging, getPuck, host, setSlots])

  return (
    <>
      <div
        {...attributes}
        aria-label={block.title}
        data-empty={data === '' ? block.title : undefined}
        data-loading={isPending ? '' : undefined}
        data-problem={error ? `${words.failed} ${error.message}` : undefined}
        onFocus={({ target }) => setIsTyping(target.isContentEditable)}
        onBlur={() => setIsTyping(false)}
      />
      {slotElements.map(([slot, element]) => {
        const Slot = props[slot] as ComponentType<{ minEmptyHeight: number }> | undefined
        return Slot && createPortal(<Slot minEmptyHeight={72} />, element, slot)
      })}
    </>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Placeholder for a block whose library is missing in this shop. */
export function UnknownBlock({ props }: ViewProps) {
  const words = useWords()
  const { page, numbers } = useCanvas()
  const { attributes } = useHost(props)
  const { lib, block } = readStored(props) as Partial<Block>
  const text = words.unknown.replace('{name}', `${lib}/${block}`)
  return (
    <div {...attributes} aria-label={text}>
      <p className="samovar-unknown">{text}</p>
      <div dangerouslySetInnerHTML={{ __html: page.document.foreign?.[numbers.numberOf(props.id)] ?? '' }} />
    </div>
  )
}
