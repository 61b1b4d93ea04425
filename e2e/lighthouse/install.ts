import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const version = '13.5.0'

/** The part of Lighthouse that is used here. */
export interface Lighthouse {
  default(
    url: string,
    flags: object,
    config?: object,
  ): Promise<
    | {
        lhr: {
          categories: Record<string, { score: number | null }>
          audits: Record<string, Audit>
          environment: { benchmarkIndex: number }
        }
      }
    | undefined
  >
  desktopConfig: object
}
export interface Audit {
  numericValue?: number
}

/**
 * Loads Lighthouse, which is installed outside of the repository when first used: with its dependencies it is larger than
 * everything else together, and no other command needs it.
 */
export async function loadLighthouse(): Promise<Lighthouse> {
  const folder = process.env.PLUMBLINE_LIGHTHOUSE ?? path.join(tmpdir(), `plumbline-lighthouse-${version}`)
  const entry = path.join(folder, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
    process.stdout.write(`Installing Lighthouse ${version} in ${folder}\n`)
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder]
    execFileSync('npm', ['install', ...options, `lighthouse@${version}`], { stdio: 'inherit' })
  }
  // Its types are not installed in the repository.
  return (await import(pathToFileURL(entry).href)) as Lighthouse
}
