import { Puck } from '@puckeditor/core'
import { useEffect, useRef, useState } from 'react'
import styles from './stage.module.css'

export const devices = { desktop: 1280, tablet: 768, phone: 390 } as const
export type Device = keyof typeof devices

type StageProps = { readonly device: Device; readonly zoom: number | 'fit' }

/** The canvas at the width of a device, scaled down if there is less space. */
export function Stage({ device, zoom }: StageProps) {
  const room = useRef<HTMLDivElement>(null)
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (!room.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(room.current)
    return () => observer.disconnect()
  }, [])
  const wide = devices[device]
  const scale = zoom === 'fit' ? Math.min(1, width / wide || 1) : zoom
  // A scaled element keeps its full layout size, so a wrapper has the visible size.
  return (
    <div ref={room} className={styles.room}>
      <div className={styles.seen} style={{ width: wide * scale, height: height || undefined }}>
        <div
          className={styles.scaled}
          style={{ width: wide, height: height ? height / scale : undefined, transform: `scale(${scale})` }}
        >
          <Puck.Preview />
        </div>
      </div>
    </div>
  )
}
