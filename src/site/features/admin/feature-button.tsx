import { lazy, Suspense, useState } from 'react'
import type { ToolProps } from '../../../platform/admin/fields/rich-text-editor.tsx'
import { Skeleton } from '../../../platform/admin/parts.tsx'

const FeatureDialog = lazy(() => import('./feature-dialog.tsx').then((module) => ({ default: module.FeatureDialog })))

/** Inserts a presentation feature, or edits the one at the cursor. */
export function FeatureButton({ editor, className }: ToolProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Feature
      </button>
      {isOpen && (
        <Suspense fallback={<Skeleton width="80px" />}>
          <FeatureDialog editor={editor} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
