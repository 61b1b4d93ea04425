// Plain JavaScript for any Node from 20 on: this runs before the pinned Node is installed.
import { spawn } from 'node:child_process'

/** A step that failed for a reason its own output has told. */
export class StepFailed extends Error {}

/** What stands in the last line while a step runs. */
let openHashQueue = null

function tellProgress(title, started, isTerminal) {
  openHashQueue = `${title} …`
  process.stdout.write(openHashQueue)
  const ticker = setInterval(
    () => {
      const seconds = Math.round((Date.now() - started) / 1000)
      process.stdout.write(isTerminal ? `\r${openHashQueue} ${seconds} s` : '.')
    },
    isTerminal ? 1000 : 5000,
  )
  return () => {
    openHashQueue = null
    clearInterval(ticker)
  }
}

/**
 * Runs a program while telling how long it takes. Its output is shown only when it fails, so that a
 * person sees one line per step. One that runs beside others has its line when it is done.
 */
export async function quietStep(title, command, args, { isBeside = false, ...options } = {}) {
  const started = Date.now()
  const isTerminal = process.stdout.isTTY
  const stopTelling = isBeside ? () => {} : tellProgress(title, started, isTerminal)
  const { code, output } = await collect(command, args, options)
  stopTelling()
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  if (isBeside)
    process.stdout.write(
      openHashQueue ? `\n${title} … ${seconds} s\n${openHashQueue}` : `${title} … ${seconds} s\n`,
    )
  else process.stdout.write(isTerminal ? `\r${title} … ${seconds} s\n` : ` ${seconds} s\n`)
  if (code === 0) return
  process.stderr.write(output.slice(-6000))
  throw new StepFailed(`${title} failed.`)
}

/** Runs a program with the terminal as its own, and returns its exit code. */
export function openStep(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

function collect(command, args, options) {
  return new Promise(resolve => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let output = ''
    const keep = bytes => {
      output = (output + bytes).slice(-20_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', error => resolve({ code: -1, output: `${error.message}\n` }))
    child.once('close', code => resolve({ code, output }))
  })
}

/** The last lines of a bootstrap script: one clear line instead of a stack for what a person can fix. */
export async function runScript(script) {
  try {
    process.exitCode = await script()
  } catch (error) {
    process.stderr.write(`${error instanceof StepFailed ? error.message : (error?.stack ?? error)}\n`)
    process.exitCode = 1
  }
}
