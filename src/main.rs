//! The command `caipan`.

/// Gives memory back after a large request.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    caipan::cli::main()
}
