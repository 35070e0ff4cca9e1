//! The Model Context Protocol on standard input and output: tools that read, offered to the program that
//! started this one. Nothing else may write to standard output meanwhile.

use std::sync::Arc;

use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
    Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
    Tool, ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer, ServiceExt as _};
use serde_json::{Map, Value};

/// Threads that look answers up at the same time.
const ANSWERING_THREADS: usize = 4;

/// A tool that reads.
#[derive(Clone, Debug)]
pub struct ToolOffer {
    /// Its name.
    pub name: &'static str,
    /// What it is called for people.
    pub title: &'static str,
    /// What it does.
    pub description: &'static str,
    /// JSON Schema of its arguments.
    pub arguments: Map<String, Value>,
}

/// What a tool says: texts in order, or why it cannot.
pub type ToolAnswer = Result<Vec<String>, String>;

/// Executes the tool of a name with its arguments; `None` if there is none of that name. It may read
/// the disk.
pub type ToolHandler = Arc<dyn Fn(&str, &Map<String, Value>) -> Option<ToolAnswer> + Send + Sync>;

struct Tools {
    offers: Vec<ToolOffer>,
    instructions: &'static str,
    handler: ToolHandler,
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("bowerbird", env!("CARGO_PKG_VERSION")))
            .with_instructions(self.instructions)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.offers.iter().map(|offer| {
            Tool::new(offer.name, offer.description, offer.arguments.clone())
                .with_title(offer.title)
                .with_annotations(ToolAnnotations::new().read_only(true).open_world(false))
        });
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let handler = Arc::clone(&self.handler);
        let (name, arguments) = (request.name, request.arguments.unwrap_or_default());
        let called = name.clone();
        let answer = tokio::task::spawn_blocking(move || handler(&called, &arguments)).await;
        let answer = answer.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        let Some(answer) = answer else {
            let unknown = format!("there is no tool {name}");
            return Err(ErrorData::invalid_params(unknown, None));
        };
        Ok(match answer {
            Ok(texts) => {
                CallToolResult::success(texts.into_iter().map(ContentBlock::text).collect())
            }
            Err(why) => CallToolResult::error(vec![ContentBlock::text(why)]),
        }
        .into())
    }
}

/// Offers `offers` until the other side closes standard input.
///
/// # Errors
/// When the other side does not speak the protocol.
pub fn serve(
    offers: Vec<ToolOffer>,
    instructions: &'static str,
    handler: ToolHandler,
) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .max_blocking_threads(ANSWERING_THREADS)
        .enable_all()
        .build()?;
    let tools = Tools {
        offers,
        instructions,
        handler,
    };
    let ended = runtime.block_on(async {
        let running = tools.serve(rmcp::transport::stdio()).await;
        let running = running.map_err(|error| std::io::Error::other(error.to_string()))?;
        let ended = running.waiting().await;
        ended.map_err(|error| std::io::Error::other(error.to_string()))
    });
    // A read of standard input cannot be ended from here.
    runtime.shutdown_background();
    ended.map(|_| ())
}
