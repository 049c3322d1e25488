import { handle } from '../../platform/jobs/jobs.ts'
import { importJobs } from './import/background/jobs.ts'
import { fetchPictures } from './pictures-by-address/fetch-pictures.ts'
import { fetchPicturesJob } from './pictures-by-address/request-pictures.ts'
import { refreshProductsAndPages, refreshProductsJob } from './refresh-product.ts'

export const catalogJobs = [
  ...importJobs,
  handle(fetchPicturesJob, (shop: Parameters<typeof fetchPictures>[0]) => fetchPictures(shop)),
  handle(refreshProductsJob, refreshProductsAndPages),
]
