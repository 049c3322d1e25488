import { Puck } from '@puckeditor/core'
import { type RefObject, useRef, useState } from 'react'
import controls from '../../../../platform/admin/controls.module.css'
import { usePuckStore, useSelected } from '../canvas/canvas-context.tsx'
import { type Device, devices, Stage } from '../canvas/stage.tsx'
import { SessionBar } from '../session/session-bar.tsx'
import { defineWords } from '../words.ts'
import { BlockList } from './block-list.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { Outline } from './outline.tsx'
import styles from './panels.module.css'
import { ToolButton } from './tool-button.tsx'
import { useActions } from './use-actions.ts'
import { useKeys } from './use-keys.ts'

const useWords = defineWords({
  blocks: ['Blocks', 'Blocs'],
  outline: ['Outline', 'Plan'],
  settings: ['Settings', 'Réglages'],
  page: ['Page', 'Page'],
  undo: ['Undo', 'Annuler'],
  redo: ['Redo', 'Rétablir'],
  desktop: ['Desktop', 'Ordinateur'],
  tablet: ['Tablet', 'Tablette'],
  phone: ['Phone', 'Téléphone'],
  device: ['Width of the page', 'Largeur de la page'],
  zoom: ['Zoom', 'Zoom'],
  fit: ['Fit', 'Ajusté'],
  keys: ['Keys', 'Touches'],
  tools: ['Tools', 'Outils'],
  canvas: ['Canvas', 'Canevas'],
  history: ['History', 'Historique'],
  panels: ['Panels', 'Panneaux'],
})

const WIDE = '(min-width: 1100px)'
const zooms = ['fit', 0.5, 0.75, 1] as const

/** The canvas with the panels around it; on narrow screens the panels overlay it. */
export function Workbench() {
  const words = useWords()
  const selected = useSelected()
  const actions = useActions()
  const isWide = matchMedia(WIDE).matches
  const [left, setLeft] = useState<'blocks' | 'outline' | null>(isWide ? 'blocks' : null)
  const [hasSettings, setHasSettings] = useState(isWide)
  const [device, setDevice] = useState<Device>(matchMedia('(max-width: 599px)').matches ? 'phone' : 'desktop')
  const [zoom, setZoom] = useState<(typeof zooms)[number]>('fit')
  const [chosenZone, setZone] = useState<string | null>(null)
  // Selecting another block discards the chosen slot.
  const zone = chosenZone?.startsWith(`${selected}:`) ? chosenZone : null
  const [hasHelp, setHasHelp] = useState(false)
  const settings = useRef<HTMLElement>(null)
  const list = useRef<HTMLElement>(null)
  useKeys(actions, () => setHasHelp(true))

  const title = usePuckStore(({ selectedItem, config }) =>
    selectedItem ? config.components[selectedItem.type]?.label : undefined,
  )
  const focusIn = (panel: RefObject<HTMLElement | null>, selector: string) =>
    setTimeout(() => panel.current?.querySelector<HTMLElement>(selector)?.focus())
  /** Over the canvas of a narrow screen there is room for one panel. */
  const show = (panel: 'blocks' | 'outline' | 'settings') => {
    const hasRoom = matchMedia(WIDE).matches
    if (panel === 'settings') setHasSettings(true)
    else setLeft(panel)
    if (hasRoom) return
    if (panel === 'settings') setLeft(null)
    else setHasSettings(false)
  }
  const open = (panel: 'settings' | 'blocks') => {
    show(panel)
    if (panel === 'settings') focusIn(settings, 'input, textarea, select, button')
    else focusIn(list, '[data-puck-drawer-item][tabindex]')
  }
  return (
    <div className={styles.workbench}>
      <header>
        <SessionBar />
        <div className={styles.tools} role="toolbar" aria-label={words.tools}>
          <div role="group" aria-label={words.panels}>
            {(['blocks', 'outline'] as const).map((panel) => (
              <ToolButton
                key={panel}
                label={words[panel]}
                aria-pressed={left === panel}
                onClick={() => (left === panel ? setLeft(null) : show(panel))}
              />
            ))}
          </div>
          <div role="group" aria-label={words.history}>
            <ToolButton label={words.undo} icon="undo" disabled={!actions.hasPast} onClick={actions.undo} />
            <ToolButton label={words.redo} icon="redo" disabled={!actions.hasFuture} onClick={actions.redo} />
          </div>
          <div role="group" aria-label={words.device}>
            {(Object.keys(devices) as Device[]).map((one) => (
              <ToolButton
                key={one}
                label={words[one]}
                icon={one}
                aria-pressed={device === one}
                onClick={() => setDevice(one)}
              />
            ))}
            <select
              className={controls.field}
              aria-label={words.zoom}
              value={zoom}
              onChange={({ target }) => setZoom(zooms.find((one) => `${one}` === target.value) ?? 'fit')}
            >
              {zooms.map((one) => (
                <option key={one} value={one}>
                  {one === 'fit' ? words.fit : `${one * 100} %`}
                </option>
              ))}
            </select>
          </div>
          <div role="group" aria-label={words.settings}>
            <ToolButton
              label={words.settings}
              aria-pressed={hasSettings}
              onClick={() => (hasSettings ? setHasSettings(false) : show('settings'))}
            />
            <ToolButton label={words.keys} icon="keys" aria-haspopup="dialog" onClick={() => setHasHelp(true)} />
          </div>
        </div>
      </header>
      <main className={styles.main} aria-label={words.canvas}>
        <Stage device={device} zoom={zoom} />
        <aside
          ref={list}
          className={`${styles.panel} ${styles.left}`}
          aria-label={left === 'outline' ? words.outline : words.blocks}
          hidden={left === null}
        >
          {/* Stays, because Puck remembers which groups are open. */}
          <div hidden={left !== 'blocks'}>
            <BlockList onInsert={(type) => actions.insert(type, zone)} />
          </div>
          {left === 'outline' && <Outline zone={zone} onZone={setZone} onOpen={open} />}
        </aside>
        <aside
          ref={settings}
          className={`${styles.panel} ${styles.right}`}
          aria-label={words.settings}
          hidden={!hasSettings}
        >
          <h2>{title ?? words.page}</h2>
          <Puck.Fields />
        </aside>
      </main>
      {hasHelp && <HelpDialog onClose={() => setHasHelp(false)} />}
    </div>
  )
}
