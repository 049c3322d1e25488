import { client } from './client-area/client-area.tsx'
import { columns } from './column-grid/column-grid.tsx'
import type { Feature } from './feature.ts'
import { perfect } from './perfect-boxes/perfect-boxes.tsx'
import { service, serviceThumb } from './service-rows/service-rows.tsx'

/** Every presentation feature. One is added by its folder and its name here. */
export const features: readonly Feature[] = [client, columns, perfect, service, serviceThumb]
