export const context = {
  sessionId: 'session_1731004200001_h5k2n7m3p',
  workspaceId: 'ws_1731004150000_creative_prime_xyz',
  sessionDescription: 'Writing a story',
  sessionMemory: '',
  toolContext: 'The user wants a chapter',
  primaryGoal: 'A finished story',
  subgoal: 'Write it down',
};

export const workspaceContext = {
  workspaceId: context.workspaceId,
  workspacePath: [],
  activeWorkspace: true,
};

export interface SampleCall {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly result?: unknown;
}

export const sample = {
  create: {
    tool: 'contentManager_createContent',
    args: { filePath: 'Stories/One.md', content: '# One\n', context },
    result: { success: true, data: { filePath: 'Stories/One.md', created: 1731004200500 }, workspaceContext },
  },
  append: {
    tool: 'contentManager_appendContent',
    args: { filePath: 'Stories/One.md', content: 'Once upon a time 🌍\n', context },
    result: {
      success: true,
      data: { filePath: 'Stories/One.md', appendedLength: 19, totalLength: 25 },
      workspaceContext,
    },
  },
  folder: {
    tool: 'vaultManager_createFolder',
    args: { path: 'Archive', context },
    result: { success: true, data: { path: 'Archive', existed: false } },
  },
  move: {
    tool: 'vaultManager_moveNote',
    args: { path: 'Stories/One.md', newPath: 'Archive/One.md', context },
    result: { success: true, path: 'Stories/One.md', newPath: 'Archive/One.md', recommendations: [] },
  },
  search: {
    tool: 'vaultLibrarian_searchContent',
    args: { query: 'dragons', limit: 5, context },
    result: {
      success: true,
      query: 'dragons',
      results: [
        {
          filePath: 'Notes/Dragons.md',
          title: 'Dragons',
          content: '...all about dragons...',
          score: 0.9,
          searchMethod: 'keyword',
          metadata: { fileExtension: 'md', parentFolder: 'Notes', modifiedTime: 1731004100000 },
        },
      ],
      totalResults: 1,
      executionTime: 12,
    },
  },
  session: {
    tool: 'memoryManager_createSession',
    args: { name: 'Story', sessionGoal: 'Write', context },
    result: {
      success: true,
      data: {
        sessionId: 'session_1731004200002_aaaaaaaaa',
        name: 'Story',
        workspaceId: context.workspaceId,
        createdAt: 1731004200002,
      },
      workspaceContext,
    },
  },
  missing: {
    tool: 'contentManager_appendContent',
    args: { filePath: 'Nowhere.md', content: 'x', context },
    result: { success: false, error: 'File not found: Nowhere.md' },
  },
  list: {
    tool: 'opennotes_list',
    args: { limit: 2, sortBy: 'path' },
  },
} satisfies Record<string, SampleCall>;

/** A line in the form where calls and results stand in the text of the assistant. */
export function chatLine(calls: readonly SampleCall[], more: Record<string, unknown> = {}): string {
  const blocks = calls.map(({ tool, args, result }) => {
    const call = `tool_call: ${tool}\narguments: ${JSON.stringify(args)}`;
    return result === undefined ? call : `${call}\n\nResult: ${JSON.stringify(result)}`;
  });
  const content = `Let me see.\n\n${blocks.join('\n\n')}\n\nDone.`;
  return JSON.stringify({
    conversations: [
      { role: 'user', content: 'Please do it' },
      { role: 'assistant', content },
    ],
    ...more,
  });
}

/** The same in OpenAI's form: calls beside the text, results in messages of their own. */
export function openAiLine(calls: readonly SampleCall[]): string {
  const asked = calls.map(({ tool, args }, n) => ({
    id: `call_${n}`,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(args) },
  }));
  const answers = calls
    .map(({ result }, n) => ({ role: 'tool', tool_call_id: `call_${n}`, content: JSON.stringify(result) }))
    .filter(({ content }) => content !== undefined);
  return JSON.stringify({
    messages: [
      { role: 'system', content: 'You help' },
      { role: 'user', content: 'Please do it' },
      { role: 'assistant', content: null, tool_calls: asked },
      ...answers,
    ],
  });
}
