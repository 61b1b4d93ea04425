// Plain JavaScript for any Node from 20 on: this runs before the pinned Node is installed.
import { spawn } from 'node:child_process'

/** A step that failed and has already printed the reason. */
export class StepFailed extends Error {}

/** The unfinished last line of the terminal while a step runs. */
let unfinishedLine = null

function showProgress(title, started, isTerminal) {
  unfinishedLine = `${title} …`
  process.stdout.write(unfinishedLine)
  const ticker = setInterval(
    () => {
      const seconds = Math.round((Date.now() - started) / 1000)
      process.stdout.write(isTerminal ? `\r${unfinishedLine} ${seconds} s` : '.')
    },
    isTerminal ? 1000 : 5000,
  )
  return () => {
    unfinishedLine = null
    clearInterval(ticker)
  }
}

/**
 * Runs a program and shows the elapsed time. Its output appears only on failure, so each step takes one line. A step
 * in the background prints its line when it is done.
 */
export async function quietStep(title, command, args, { isBackground = false, ...options } = {}) {
  const started = Date.now()
  const isTerminal = process.stdout.isTTY
  const hideProgress = isBackground ? () => {} : showProgress(title, started, isTerminal)
  const { code, output } = await collect(command, args, options)
  hideProgress()
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  if (isBackground)
    process.stdout.write(
      unfinishedLine ? `\n${title} … ${seconds} s\n${unfinishedLine}` : `${title} … ${seconds} s\n`,
    )
  else process.stdout.write(isTerminal ? `\r${title} … ${seconds} s\n` : ` ${seconds} s\n`)
  if (code === 0) return
  process.stderr.write(output.slice(-6000))
  throw new StepFailed(`${title} failed.`)
}

/** Runs a program in the foreground of the terminal and returns its exit code. */
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

/** Runs a bootstrap script. A failed step prints its message alone, without a stack trace. */
export async function runScript(script) {
  try {
    process.exitCode = await script()
  } catch (error) {
    process.stderr.write(`${error instanceof StepFailed ? error.message : (error?.stack ?? error)}\n`)
    process.exitCode = 1
  }
}
