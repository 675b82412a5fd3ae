import variant from '@jitl/quickjs-singlefile-mjs-release-sync';
import {
  type CustomizeVariantOptions,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import type { CompiledInterpreter } from './function-messages.ts';

type Memory = NonNullable<CustomizeVariantOptions['wasmMemory']>;

/** The types of it come with those of browsers only. */
const wasm = (
  globalThis as unknown as {
    WebAssembly: {
      Memory: new (size: { initial: number; maximum: number }) => Memory;
      instantiate(source: unknown, imports: unknown): Promise<{ module?: CompiledInterpreter }>;
    };
  }
).WebAssembly;

const pageBytes = 65_536;
/** For the interpreter itself, its stack and what the limit does not count. */
const overheadBytes = 32 * 1024 * 1024;

interface Interpreter {
  readonly quickjs: QuickJSWASMModule;
  readonly compiled: CompiledInterpreter | undefined;
  /** It never gives memory back: this is the most it ever used. */
  usedBytes(): number;
}

/**
 * An interpreter with a memory of its own, which cannot grow beyond the limit whatever the interpreter itself counts.
 * Compiling it is a third of the time a short function takes, so what was compiled is given out for the next thread.
 */
export async function startInterpreter(
  memoryBytes: number,
  known: CompiledInterpreter | undefined,
): Promise<Interpreter> {
  const maximum = Math.ceil((memoryBytes + overheadBytes) / pageBytes);
  const wasmMemory = new wasm.Memory({ initial: 256, maximum });
  let compiled = known;
  const { instantiate } = wasm;
  wasm.instantiate = async (source, imports) => {
    const made = await instantiate(source, imports);
    compiled ??= made.module;
    return made;
  };
  const wasmModule = known as NonNullable<CustomizeVariantOptions['wasmModule']> | undefined;
  const options = { wasmMemory, ...(wasmModule === undefined ? {} : { wasmModule }) };
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, options));
  wasm.instantiate = instantiate;
  return { quickjs, compiled, usedBytes: () => wasmMemory.buffer.byteLength };
}
